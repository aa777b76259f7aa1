// Renders a chart as `helm template` does, with the template engine and the functions of Helm, which is itself not in
// Debian: render CHART RELEASE VALUES..., where each of VALUES is a file that overrides those before it.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

// Overrides the values of a map by those of another one, as Helm does: maps are merged, other values replaced.
func override(values, by map[string]interface{}) {
	for name, value := range by {
		inner, isMap := value.(map[string]interface{})
		own, hasMap := values[name].(map[string]interface{})
		if isMap && hasMap {
			override(own, inner)
		} else {
			values[name] = value
		}
	}
}

func read(file string) (map[string]interface{}, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	values := map[string]interface{}{}
	err = yaml.Unmarshal(text, &values)
	return values, err
}

func functions(all *template.Template) template.FuncMap {
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["required"] = func(sentence string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(sentence)
		}
		return value, nil
	}
	return functions
}

func render(chart, release string, files []string) error {
	about, err := read(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	values := map[string]interface{}{}
	for _, file := range append([]string{filepath.Join(chart, "values.yaml")}, files...) {
		more, err := read(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		override(values, more)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": about["name"], "AppVersion": about["appVersion"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	all := template.New("chart").Option("missingkey=error")
	all.Funcs(functions(all))
	names, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(name)).Parse(string(text)); err != nil {
			return err
		}
	}
	for _, name := range names {
		if filepath.Ext(name) != ".yaml" {
			continue
		}
		fmt.Println("---")
		if err := all.ExecuteTemplate(os.Stdout, filepath.Base(name), data); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
