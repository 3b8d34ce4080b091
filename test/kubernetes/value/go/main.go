// Answers questions about quantities and durations with Kubernetes' and Go's own code: one JSON array in, one out.
package main

import (
	"encoding/json"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

type question struct {
	Kind string `json:"kind"`
	A    string `json:"a"`
	B    string `json:"b"`
}

type answer struct {
	A       string `json:"a"`
	B       string `json:"b"`
	Sum     string `json:"sum"`
	Rest    string `json:"rest"`
	Compare int    `json:"compare"`
	Units   int64  `json:"units"`
	Millis  int64  `json:"millis"`
	Sign    int    `json:"sign"`
	Rounded string `json:"rounded"`
	Cut     string `json:"cut"`
}

func main() {
	questions := []question{}
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := []*answer{}
	for _, asked := range questions {
		if asked.Kind == "quantity" {
			answers = append(answers, quantities(asked.A, asked.B))
		} else {
			answers = append(answers, durations(asked.A, asked.B))
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func quantities(left, right string) *answer {
	a, err := resource.ParseQuantity(left)
	if err != nil {
		return nil
	}
	b, err := resource.ParseQuantity(right)
	if err != nil {
		return nil
	}
	sum, rest, rounded := a.DeepCopy(), a.DeepCopy(), a.DeepCopy()
	sum.Add(b)
	rest.Sub(b)
	rounded.RoundUp(0)
	return &answer{
		A: canonical(a), B: canonical(b), Sum: canonical(sum), Rest: canonical(rest), Compare: a.Cmp(b),
		Units: a.Value(), Millis: a.MilliValue(), Sign: a.Sign(), Rounded: canonical(rounded),
	}
}

func canonical(q resource.Quantity) string {
	bytes, suffix := q.CanonicalizeBytes(nil)
	return string(bytes) + string(suffix)
}

func durations(left, right string) *answer {
	a, err := time.ParseDuration(left)
	if err != nil {
		return nil
	}
	b, err := time.ParseDuration(right)
	if err != nil {
		return nil
	}
	compare := 0
	if a < b {
		compare = -1
	} else if a > b {
		compare = 1
	}
	return &answer{
		A: a.String(), B: b.String(), Sum: (a + b).String(), Rest: (a - b).String(), Compare: compare,
		Millis: a.Milliseconds(), Rounded: a.Round(b).String(), Cut: a.Truncate(b).String(),
	}
}
