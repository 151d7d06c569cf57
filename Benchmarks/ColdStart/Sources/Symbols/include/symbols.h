// Makes the linker take the symbols along.
void symbols_start(void);
