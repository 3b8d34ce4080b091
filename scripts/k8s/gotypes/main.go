// Command gotypes prints the exported types of Go API packages as JSON.
//
// Arguments are pairs of import path and folder (`k8s.io/api/core/v1=/…/core/v1`). Only the syntax is read: nothing is compiled.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// Type is a type expression. Pointers are dropped: they do not show in JSON.
type Type struct {
	Kind    string `json:"kind"` // ref, array, map, any, unsupported
	Package string `json:"package,omitempty"`
	Name    string `json:"name,omitempty"`
	Key     *Type  `json:"key,omitempty"`
	Of      *Type  `json:"of,omitempty"`
}

// Field is one member of a struct.
type Field struct {
	Name     string `json:"name"`
	Inline   bool   `json:"inline,omitempty"`
	Optional bool   `json:"optional,omitempty"`
	Doc      string `json:"doc,omitempty"`
	Type     *Type  `json:"type"`
}

// Decl is one exported type.
type Decl struct {
	Name   string   `json:"name"`
	Doc    string   `json:"doc,omitempty"`
	Enum   bool     `json:"enum,omitempty"`
	Values []string `json:"values,omitempty"`
	Struct bool     `json:"struct,omitempty"`
	Helper bool     `json:"helper,omitempty"` // has fields, but none of them in JSON
	Fields []Field  `json:"fields,omitempty"`
	Type   *Type    `json:"type,omitempty"`
}

// Package is one folder.
type Package struct {
	Path  string  `json:"path"`
	Group *string `json:"group,omitempty"`
	Types []*Decl `json:"types"`
}

func main() {
	packages := []*Package{}
	for _, argument := range os.Args[1:] {
		path, folder, _ := strings.Cut(argument, "=")
		parsed, err := read(path, folder)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		packages = append(packages, parsed)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(packages); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path, folder string) (*Package, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	result := &Package{Path: path}
	byName := map[string]*Decl{}
	values := map[string][]string{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "zz_generated") || base == "generated.pb.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		scope := &scope{path: path, imports: importsOf(file)}
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			switch general.Tok {
			case token.TYPE:
				for _, spec := range general.Specs {
					if decl := scope.declaration(general, spec.(*ast.TypeSpec)); decl != nil {
						byName[decl.Name] = decl
					}
				}
			case token.CONST:
				collect(general, values, result)
			}
		}
	}
	for name, decl := range byName {
		decl.Values = values[name]
		result.Types = append(result.Types, decl)
	}
	sort.Slice(result.Types, func(i, j int) bool { return result.Types[i].Name < result.Types[j].Name })
	return result, nil
}

func collect(general *ast.GenDecl, values map[string][]string, result *Package) {
	for _, spec := range general.Specs {
		constant := spec.(*ast.ValueSpec)
		for index, name := range constant.Names {
			if index >= len(constant.Values) {
				continue
			}
			literal, ok := constant.Values[index].(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				continue
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				continue
			}
			if name.Name == "GroupName" {
				result.Group = &text
			}
			if named, ok := constant.Type.(*ast.Ident); ok {
				values[named.Name] = append(values[named.Name], text)
			}
		}
	}
}

type scope struct {
	path    string
	imports map[string]string
}

func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = path
	}
	return imports
}

func (s *scope) declaration(general *ast.GenDecl, spec *ast.TypeSpec) *Decl {
	if !spec.Name.IsExported() || spec.TypeParams != nil {
		return nil
	}
	doc := spec.Doc
	if doc == nil {
		doc = general.Doc
	}
	text, markers := split(doc)
	decl := &Decl{Name: spec.Name.Name, Doc: text, Enum: markers["enum"]}
	switch node := spec.Type.(type) {
	case *ast.FuncType, *ast.InterfaceType:
		return nil
	case *ast.StructType:
		decl.Struct = true
		for _, field := range node.Fields.List {
			decl.Fields = append(decl.Fields, s.fields(field)...)
		}
		decl.Helper = len(node.Fields.List) > 0 && len(decl.Fields) == 0
	default:
		decl.Type = s.expression(node)
	}
	return decl
}

func (s *scope) fields(field *ast.Field) []Field {
	tag := ""
	hasTag := false
	if field.Tag != nil {
		raw, _ := strconv.Unquote(field.Tag.Value)
		tag, hasTag = reflect.StructTag(raw).Lookup("json")
	}
	if !hasTag || tag == "-" {
		return nil
	}
	parts := strings.Split(tag, ",")
	text, markers := split(field.Doc)
	omitted := false
	inline := parts[0] == ""
	for _, option := range parts[1:] {
		omitted = omitted || option == "omitempty" || option == "omitzero"
		inline = inline || option == "inline"
	}
	optional := omitted
	switch {
	case markers["optional"] || markers["k8s:optional"]:
		optional = true
	case markers["required"] || markers["k8s:required"]:
		optional = false
	}
	return []Field{{Name: parts[0], Inline: inline, Optional: optional, Doc: text, Type: s.expression(field.Type)}}
}

func (s *scope) expression(node ast.Expr) *Type {
	switch node := node.(type) {
	case *ast.StarExpr:
		return s.expression(node.X)
	case *ast.ParenExpr:
		return s.expression(node.X)
	case *ast.Ident:
		if node.IsExported() {
			return &Type{Kind: "ref", Package: s.path, Name: node.Name}
		}
		return &Type{Kind: "ref", Name: node.Name}
	case *ast.SelectorExpr:
		qualifier := node.X.(*ast.Ident).Name
		return &Type{Kind: "ref", Package: s.imports[qualifier], Name: node.Sel.Name}
	case *ast.ArrayType:
		return &Type{Kind: "array", Of: s.expression(node.Elt)}
	case *ast.MapType:
		return &Type{Kind: "map", Key: s.expression(node.Key), Of: s.expression(node.Value)}
	case *ast.InterfaceType:
		return &Type{Kind: "any"}
	}
	return &Type{Kind: "unsupported"}
}

// split separates the prose of a doc comment from its markers.
func split(group *ast.CommentGroup) (string, map[string]bool) {
	markers := map[string]bool{}
	if group == nil {
		return "", markers
	}
	lines := []string{}
	for _, line := range strings.Split(group.Text(), "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "+") {
			name, _, _ := strings.Cut(trimmed[1:], "=")
			markers[name] = true
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), markers
}
