// Prints what the API server's own packages say about CEL rules: for each line {"schema", "isRoot"} of standard input the results
// of its rules: errors, costs, whether they read oldSelf. With the argument "functions" it prints every overload that new expressions
// can call: function, overload, "." for methods, arguments and result.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type question struct {
	Schema v1.JSONSchemaProps `json:"schema"`
	IsRoot bool               `json:"isRoot"`
	// Object, when it is there, is judged by the rules: what they have against it.
	Object any `json:"object"`
}

type result struct {
	Error        string `json:"error"`
	MessageError string `json:"messageError"`
	Cost         uint64 `json:"cost"`
	MessageCost  uint64 `json:"messageCost"`
	Cardinality  uint64 `json:"cardinality"`
	UsesOldSelf  bool   `json:"usesOldSelf"`
	Broken       string `json:"broken,omitempty"`
	// Spent is what judging the object has cost; -1 when that is more than it may.
	Spent int64 `json:"spent"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	if len(os.Args) > 1 && os.Args[1] == "functions" {
		printFunctions(env)
		return
	}
	for lines.Scan() {
		var asked question
		must(json.Unmarshal(lines.Bytes(), &asked))
		must(output.Encode(judge(asked, env)))
	}
}

var shortNames = strings.NewReplacer("google.protobuf.Duration", "duration", "google.protobuf.Timestamp", "timestamp")

func printFunctions(env *environment.EnvSet) {
	functions := env.NewExpressionsEnv().Functions()
	names := []string{}
	for name := range functions {
		// Older spellings, which nothing calls.
		if name != "in" && name != "_in_" && name != "__not_strictly_false__" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		for _, overload := range functions[name].OverloadDecls() {
			args := []string{}
			for _, arg := range overload.ArgTypes() {
				args = append(args, arg.String())
			}
			member := ""
			if overload.IsMemberFunction() {
				member = "."
			}
			types := fmt.Sprintf("%s(%s) -> %s", member, strings.Join(args, ", "), overload.ResultType())
			fmt.Println(name, overload.ID(), shortNames.Replace(types))
		}
	}
}

func judge(asked question, env *environment.EnvSet) []result {
	internal := apiextensions.JSONSchemaProps{}
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&asked.Schema, &internal, nil))
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		return []result{{Error: err.Error()}}
	}
	if asked.Object != nil {
		validator := schemacel.NewValidator(structural, asked.IsRoot, celconfig.PerCallLimit)
		errs, left := validator.Validate(context.Background(), nil, structural, whole(asked.Object), nil, celconfig.RuntimeCELCostBudget)
		spent := celconfig.RuntimeCELCostBudget - left
		if left < 0 {
			spent = -1
		}
		return []result{{Broken: fmt.Sprint(errs.ToAggregate()), Spent: spent}}
	}
	declared := model.SchemaDeclType(structural, asked.IsRoot)
	compiled, err := schemacel.Compile(structural, declared, celconfig.PerCallLimit, env, schemacel.NewExpressionsEnvLoader())
	if err != nil {
		return []result{{Error: err.Error()}}
	}
	results := []result{}
	for _, rule := range compiled {
		found := result{Cost: rule.MaxCost, MessageCost: rule.MessageExpressionMaxCost, Cardinality: rule.MaxCardinality, UsesOldSelf: rule.UsesOldSelf}
		if rule.Error != nil {
			found.Error = rule.Error.Detail
		}
		if rule.MessageExpressionError != nil {
			found.MessageError = rule.MessageExpressionError.Detail
		}
		results = append(results, found)
	}
	return results
}

// Whole numbers are integers, as in the API server.
func whole(value any) any {
	switch typed := value.(type) {
	case float64:
		if typed == float64(int64(typed)) {
			return int64(typed)
		}
	case []any:
		for i := range typed {
			typed[i] = whole(typed[i])
		}
	case map[string]any:
		for key := range typed {
			typed[key] = whole(typed[key])
		}
	}
	return value
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
