#define _GNU_SOURCE
#include "include/us_paged_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "us_memory.h"

// A page of new memory costs more than reading it, so pieces are small: of most files a few kilobytes are asked for.
enum { PIECE_SHIFT = 12, PIECE = 1 << PIECE_SHIFT };

struct us_paged_file {
  uint8_t *bytes;
  size_t size;
  char *path;
  // What the file was when it was opened.
  struct stat identity;
  // Held while pieces are read.
  pthread_mutex_t lock;
  // How many want the file to stay open, and its descriptor while it is.
  int holders;
  int descriptor;
  // Whether something was read since the last look at whether the file has changed.
  bool unchecked;
  _Atomic int failure;
  // One for each piece: whether it is there.
  _Atomic bool loaded[];
};

US_ALLOCATES us_paged_file *us_paged_file_open(const char *path) {
  // Asked of what is opened, not of the path: an emulator may open another `/proc/self/exe` than it describes. Not to wait
  // is for pipes.
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return NULL;
  struct stat identity;
  int failure = fstat(descriptor, &identity) == 0 ? 0 : errno;
  close(descriptor);
  if (failure == 0 && (!S_ISREG(identity.st_mode) || identity.st_size <= 0)) failure = EINVAL;
  if (failure != 0) {
    errno = failure;
    return NULL;
  }
  size_t size = (size_t)identity.st_size;
  size_t pieces = (size + PIECE - 1) >> PIECE_SHIFT;
  us_paged_file *file = calloc(1, sizeof(us_paged_file) + pieces * sizeof(_Atomic bool));
  if (file == NULL) return NULL;
  file->size = size;
  file->identity = identity;
  file->path = strdup(path);
  file->bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (file->path == NULL || file->bytes == MAP_FAILED) {
    free(file->path);
    free(file);
    errno = ENOMEM;
    return NULL;
  }
  pthread_mutex_init(&file->lock, NULL);
  file->descriptor = -1;
  return file;
}

const uint8_t *us_paged_file_bytes(const us_paged_file *file) { return file->bytes; }

size_t us_paged_file_size(const us_paged_file *file) { return file->size; }

int us_paged_file_failure(const us_paged_file *file) { return file->failure; }

// Whether an opened file is the one that `file` stands for, as it was then.
static bool is_unchanged(const us_paged_file *file, int descriptor) {
  struct stat now;
  return fstat(descriptor, &now) == 0 && now.st_dev == file->identity.st_dev && now.st_ino == file->identity.st_ino &&
         now.st_size == file->identity.st_size && now.st_mtim.tv_sec == file->identity.st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == file->identity.st_mtim.tv_nsec;
}

// What was read is of the version that is known only if the file hasn't changed until afterwards.
static int check(us_paged_file *file) {
  if (!file->unchecked) return 0;
  file->unchecked = false;
  return is_unchanged(file, file->descriptor) ? 0 : ESTALE;
}

static void close_unless_held(us_paged_file *file) {
  if (file->holders > 0 || file->descriptor < 0) return;
  close(file->descriptor);
  file->descriptor = -1;
}

// Reads a part of the file. The lock is held.
static int read_part(us_paged_file *file, size_t position, size_t end, uint8_t *memory) {
  if (file->descriptor < 0) file->descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
  if (file->descriptor < 0) return errno;
  int failure = 0;
  while (failure == 0 && position < end) {
    ssize_t count = pread(file->descriptor, memory, end - position, (off_t)position);
    if (count > 0) {
      position += (size_t)count;
      memory += count;
    } else if (count == 0) {
      failure = ESTALE;
    } else if (errno != EINTR) {
      failure = errno;
    }
  }
  file->unchecked = true;
  // Whoever holds the file open will check all that was read at once.
  if (failure == 0 && file->holders == 0) failure = check(file);
  close_unless_held(file);
  return failure;
}

// Reads some pieces. The lock is held.
static int read_pieces(us_paged_file *file, size_t first, size_t last) {
  size_t start = first << PIECE_SHIFT;
  size_t end = (last + 1) << PIECE_SHIFT;
  if (end > file->size) end = file->size;
#ifdef MADV_POPULATE_WRITE
  // Pages taken over one by one cost more than the reading. Where the kernel doesn't know this, or has larger pages, nothing happens.
  if (end - start > PIECE) madvise(file->bytes + start, end - start, MADV_POPULATE_WRITE);
#endif
  return read_part(file, start, end, file->bytes + start);
}

bool us_paged_file_copy(us_paged_file *file, size_t start, size_t end, void *memory) {
  if (end > file->size || start > end) return false;
  pthread_mutex_lock(&file->lock);
  if (file->failure == 0) file->failure = read_part(file, start, end, memory);
  int failure = file->failure;
  pthread_mutex_unlock(&file->lock);
  return failure == 0;
}

void us_paged_file_hold(us_paged_file *file) {
  pthread_mutex_lock(&file->lock);
  file->holders++;
  pthread_mutex_unlock(&file->lock);
}

void us_paged_file_release(us_paged_file *file) {
  pthread_mutex_lock(&file->lock);
  if (file->failure == 0) file->failure = check(file);
  file->holders--;
  close_unless_held(file);
  pthread_mutex_unlock(&file->lock);
}

bool us_paged_file_load(us_paged_file *file, size_t start, size_t end) {
  if (end > file->size) return false;
  if (start >= end) return true;
  size_t first = start >> PIECE_SHIFT;
  size_t last = (end - 1) >> PIECE_SHIFT;
  while (first <= last && atomic_load_explicit(&file->loaded[first], memory_order_acquire)) first++;
  if (first > last) return true;

  pthread_mutex_lock(&file->lock);
  while (first <= last && file->failure == 0) {
    if (file->loaded[first]) {
      first++;
      continue;
    }
    size_t next = first;
    while (next < last && !file->loaded[next + 1]) next++;
    file->failure = read_pieces(file, first, next);
    if (file->failure != 0) break;
    for (; first <= next; first++) atomic_store_explicit(&file->loaded[first], true, memory_order_release);
  }
  pthread_mutex_unlock(&file->lock);
  return first > last;
}

size_t us_paged_file_load_piece(us_paged_file *file, size_t position) {
  if (position >= file->size) return 0;
  us_paged_file_load(file, position, position + 1);
  size_t end = ((position >> PIECE_SHIFT) + 1) << PIECE_SHIFT;
  // A word may begin in one piece and end in the next.
  if (end - position < sizeof(uint64_t) && end < file->size) {
    us_paged_file_load(file, end, end + 1);
    end += PIECE;
  }
  return (end < file->size ? end : file->size) - position;
}

void us_paged_file_close(us_paged_file *file) {
  munmap(file->bytes, file->size);
  pthread_mutex_destroy(&file->lock);
  free(file->path);
  free(file);
}
