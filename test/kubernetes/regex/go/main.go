// Prints what Go's regexp says: for each line {"pattern", "texts"} of standard input the error, or all matches in each text.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
)

type question struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts"`
}

type answer struct {
	Error string     `json:"error,omitempty"`
	Found [][]string `json:"found,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := output.Encode(judge(asked)); err != nil {
			panic(err)
		}
	}
}

func judge(asked question) answer {
	expression, err := regexp.Compile(asked.Pattern)
	if err != nil {
		return answer{Error: err.Error()}
	}
	found := [][]string{}
	for _, text := range asked.Texts {
		found = append(found, append([]string{}, expression.FindAllString(text, -1)...))
	}
	return answer{Found: found}
}
