// Facts about the protobuf form of Kubernetes' own types.
//
//	go run ./protobuf table            prints the fields of all messages, as JSON
//	go run ./protobuf objects 7 20     prints 20 random objects of every kind for seed 7, one per line:
//	                                   {"apiVersion", "kind", "json": {...}, "protobuf": "base64"}
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/randfill"
)

type protoMessage interface{ Marshal() ([]byte, error) }

var (
	messageType = reflect.TypeOf((*protoMessage)(nil)).Elem()
	jsonType    = reflect.TypeOf((*json.Marshaler)(nil)).Elem()
)

func main() {
	if err := apiextensionsv1.AddToScheme(scheme.Scheme); err != nil {
		panic(err)
	}
	if len(os.Args) > 1 && os.Args[1] == "objects" {
		seed, _ := strconv.ParseInt(os.Args[2], 10, 64)
		count, _ := strconv.Atoi(os.Args[3])
		printObjects(seed, count)
		return
	}
	printTable()
}

func kinds() []schema.GroupVersionKind {
	var found []schema.GroupVersionKind
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		isMessage := reflect.PointerTo(t).Implements(messageType)
		isShared := t.PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1" && t.Name() != "DeleteOptions"
		if isMessage && !isShared && gvk.Version != "__internal" {
			found = append(found, gvk)
		}
	}
	sort.Slice(found, func(a, b int) bool { return found[a].String() < found[b].String() })
	return found
}

type field struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	// "", "*" for a list, "M" for a map
	Shape string `json:"shape"`
	// s string, b bool, i integer, d float, y bytes, or the name of a message
	Type string `json:"type"`
	// p: a pointer, present when on the wire; o: omitempty; z: omitzero; r: always written; n: inlined
	Presence string `json:"presence"`
}

func printTable() {
	messages := map[string][]field{}
	roots := map[string]string{}
	for _, gvk := range kinds() {
		t := scheme.Scheme.AllKnownTypes()[gvk]
		apiVersion, _ := gvk.ToAPIVersionAndKind()
		roots[apiVersion+" "+gvk.Kind] = describe(t, messages)
	}
	out, err := json.Marshal(map[string]any{"kinds": roots, "messages": messages})
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(out)
}

func nameOf(t reflect.Type) string {
	return strings.TrimPrefix(strings.TrimPrefix(t.PkgPath(), "k8s.io/"), "apimachinery/pkg/") + "." + t.Name()
}

// describe adds a struct and all that it contains to the table, and returns its name.
func describe(t reflect.Type, messages map[string][]field) string {
	name := nameOf(t)
	if _, known := messages[name]; known {
		return name
	}
	messages[name] = []field{}
	if reflect.PointerTo(t).Implements(jsonType) {
		return name // its JSON is not its fields; the reader knows these by name
	}
	if t.Kind() == reflect.Slice {
		messages[name] = []field{{1, "items", "*", scalar(t.Elem(), messages), "o"}}
		return name
	}
	if t.Kind() != reflect.Struct {
		panic(name + " is a " + t.Kind().String())
	}
	var fields []field
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("protobuf"), ",")
		if len(tag) < 2 {
			continue
		}
		number, err := strconv.Atoi(tag[1])
		if err != nil {
			panic(name + "." + f.Name + ": " + err.Error())
		}
		parts := strings.Split(f.Tag.Get("json"), ",")
		jsonName, presence := parts[0], "r"
		for _, option := range parts[1:] {
			if option == "omitempty" && presence != "z" {
				presence = "o"
			}
			if option == "omitzero" {
				presence = "z"
			}
			if option == "inline" {
				presence = "n"
			}
		}
		if jsonName == "" && presence != "n" {
			if f.Anonymous {
				presence = "n"
			} else {
				jsonName = f.Name
			}
		}
		shape, inner := "", f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
			if presence != "n" {
				presence = "p"
			}
		}
		isMessage := reflect.PointerTo(inner).Implements(messageType)
		switch {
		case isMessage:
		case inner.Kind() == reflect.Slice && inner.Elem().Kind() != reflect.Uint8:
			shape, inner = "*", inner.Elem()
		case inner.Kind() == reflect.Map:
			shape, inner = "M", inner.Elem()
		}
		fields = append(fields, field{number, jsonName, shape, scalar(inner, messages), presence})
	}
	messages[name] = fields
	return name
}

func scalar(t reflect.Type, messages map[string][]field) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(messageType) {
		return describe(t, messages)
	}
	switch t.Kind() {
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Int, reflect.Uint8:
		return "i"
	case reflect.Float64, reflect.Float32:
		return "d"
	case reflect.Slice:
		return "y"
	}
	panic("no form for " + t.String())
}

func printObjects(seed int64, count int) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(seed))
	filler := randfill.NewWithSeed(seed).NilChance(0.5).NumElements(1, 2).MaxDepth(14).Funcs(
		func(t *metav1.TypeMeta, c randfill.Continue) {},
		func(t *metav1.Time, c randfill.Continue) { t.Time = moment(random).Truncate(time.Second) },
		func(t *metav1.MicroTime, c randfill.Continue) { t.Time = moment(random).Truncate(time.Microsecond) },
		func(d *metav1.Duration, c randfill.Continue) { d.Duration = time.Duration(random.Int63n(1e14)) },
		func(f *metav1.FieldsV1, c randfill.Continue) { f.Raw = []byte(`{"f:spec":{"f:replicas":{}}}`) },
		func(r *runtime.RawExtension, c randfill.Continue) { r.Raw = []byte(`{"apiVersion":"v1","kind":"X","n":0}`) },
		func(q *resource.Quantity, c randfill.Continue) {
			*q = resource.MustParse(fmt.Sprintf("%d%s", random.Intn(1000), []string{"", "m", "Ki", "Mi", "G"}[random.Intn(5)]))
		},
		func(i *intstr.IntOrString, c randfill.Continue) {
			*i = intstr.FromInt32(int32(random.Intn(3)))
			if random.Intn(2) == 0 {
				*i = intstr.FromString(fmt.Sprintf("%d%%", random.Intn(100)))
			}
		},
		func(j *apiextensionsv1.JSON, c randfill.Continue) { j.Raw = []byte([]string{"0", `"x"`, "false", `{"a":[0,""]}`}[random.Intn(4)]) },
		func(p *apiextensionsv1.JSONSchemaProps, c randfill.Continue) {
			zero := int64(0)
			*p = apiextensionsv1.JSONSchemaProps{Type: "object", MinLength: &zero, Properties: map[string]apiextensionsv1.JSONSchemaProps{
				"a": {Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}},
				"b": {Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: random.Intn(2) == 0}},
				"c": {AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &apiextensionsv1.JSONSchemaProps{Type: "integer"}}},
			}}
		},
		// Zeros and empty words are what gets lost: they come often.
		func(s *string, c randfill.Continue) { *s = []string{"", "a", "ü/b"}[random.Intn(3)] },
		func(i *int32, c randfill.Continue) { *i = []int32{0, 1, -1, 2147483647}[random.Intn(4)] },
		func(i *int64, c randfill.Continue) { *i = []int64{0, 1, -1, 9007199254740991}[random.Intn(4)] },
	)
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	for _, gvk := range kinds() {
		for i := 0; i < count; i++ {
			object, err := scheme.Scheme.New(gvk)
			if err != nil {
				panic(err)
			}
			filler.Fill(object)
			object.GetObjectKind().SetGroupVersionKind(gvk)
			var body strings.Builder
			if err := serializer.Encode(object, &body); err != nil {
				panic(fmt.Sprintf("%v: %v", gvk, err))
			}
			// What the server sees is what comes out of the wire, not what went in.
			read, _, err := serializer.Decode([]byte(body.String()), &gvk, nil)
			if err != nil {
				panic(fmt.Sprintf("%v: %v", gvk, err))
			}
			read.GetObjectKind().SetGroupVersionKind(gvk)
			text, err := json.Marshal(read)
			if err != nil {
				panic(fmt.Sprintf("%v: %v", gvk, err))
			}
			line, err := json.Marshal(map[string]any{"kind": gvk.Kind, "json": json.RawMessage(text), "protobuf": base64.StdEncoding.EncodeToString([]byte(body.String()))})
			if err != nil {
				panic(err)
			}
			out.Write(line)
			out.WriteByte('\n')
		}
	}
}

func moment(random *rand.Rand) time.Time {
	return time.Unix(random.Int63n(4e9), random.Int63n(1e9)).UTC()
}
