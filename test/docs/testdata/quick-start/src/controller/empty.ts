// Blocks of the page are put beside this file.
