// Which image an address belongs to: `dladdr` is an extension that glibc's headers hide from Swift.
#pragma once

/// The path under which the image that contains an address was loaded, or NULL; lives as long as the image.
const char *_Nullable us_image_path(const void *_Nonnull address);
