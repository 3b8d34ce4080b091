// Answers questions about paths, formats, selectors and versions with Kubernetes' own code: one JSON array in, one out.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/client-go/util/jsonpath"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	kjson "sigs.k8s.io/json"
)

type question struct {
	Kind   string            `json:"kind"`
	A      string            `json:"a"`
	B      string            `json:"b"`
	Labels map[string]string `json:"labels"`
	Value  json.RawMessage   `json:"value"`
}

type answer struct {
	Problem string        `json:"problem,omitempty"`
	Verdict bool          `json:"verdict"`
	Order   int           `json:"order"`
	Text    string        `json:"text"`
	Found   []interface{} `json:"found"`
	Failed  bool          `json:"failed"`
}

func main() {
	questions := []question{}
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := []answer{}
	for _, asked := range questions {
		answers = append(answers, answerTo(asked))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func answerTo(asked question) answer {
	switch asked.Kind {
	case "path":
		return findPath(asked)
	case "format":
		return answer{Verdict: strfmt.Default.Validates(asked.A, asked.B)}
	case "labels":
		selector, err := labels.Parse(asked.A)
		if err != nil {
			return answer{Problem: err.Error()}
		}
		return answer{Verdict: selector.Matches(labels.Set(asked.Labels)), Text: selector.String()}
	case "fields":
		selector, err := fields.ParseSelector(asked.A)
		if err != nil {
			return answer{Problem: err.Error()}
		}
		return answer{Verdict: selector.Matches(fields.Set(asked.Labels))}
	case "api-version":
		return answer{Order: version.CompareKubeAwareVersionStrings(asked.A, asked.B)}
	case "resource-version":
		order, err := resourceversion.CompareResourceVersion(asked.A, asked.B)
		if err != nil {
			return answer{Problem: err.Error()}
		}
		return answer{Order: order}
	}
	panic(asked.Kind)
}

// As columns of custom resources do: missing keys are allowed, and what comes first is shown.
func findPath(asked question) answer {
	path := jsonpath.New("column").AllowMissingKeys(true)
	if err := path.Parse("{" + asked.A + "}"); err != nil {
		return answer{Problem: err.Error()}
	}
	var value interface{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(asked.Value, &value); err != nil {
		panic(err)
	}
	results, err := path.FindResults(value)
	if err != nil || len(results) == 0 {
		return answer{Failed: true}
	}
	found := []interface{}{}
	for _, one := range results[0] {
		found = append(found, one.Interface())
	}
	text := &bytes.Buffer{}
	if len(found) > 0 {
		if err := path.PrintResults(text, []reflect.Value{reflect.ValueOf(found[0])}); err != nil {
			panic(err)
		}
	}
	return answer{Found: found, Text: text.String()}
}
