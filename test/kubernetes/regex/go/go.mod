module kbts.dev/regex

go 1.24
