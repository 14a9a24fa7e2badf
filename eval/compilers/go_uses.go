// What Go's own type checker says about the uses and imports of a module, a JSON object a line:
// use, path, line, kind, to (path, line, name); or import, path, line, to (a directory).
//
//	go run go_uses.go MODULE_DIRECTORY
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

type listed struct {
	ImportPath, Dir, Export            string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Module                             *struct{ Main bool }
	ForTest                            string
}

type checker struct {
	root     string
	files    *token.FileSet
	packages map[string]*listed
	checked  map[string]*types.Package
	outside  types.Importer
	out      *json.Encoder
}

func (c *checker) inside(path string) *listed {
	found := c.packages[path]
	if found != nil && found.Module != nil && found.Module.Main {
		return found
	}
	return nil
}

// Packages of the module are checked from their sources, so that places are exact.
func (c *checker) Import(path string) (*types.Package, error) {
	if known := c.checked[path]; known != nil {
		return known, nil
	}
	if one := c.inside(path); one != nil {
		return c.check(one.ImportPath, one.Dir, one.GoFiles, false), nil
	}
	return c.outside.Import(path)
}

func (c *checker) check(path, dir string, names []string, print bool) *types.Package {
	var parsed []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(c.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err == nil {
			parsed = append(parsed, file)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: c, Error: func(error) {}, FakeImportC: true}
	checked, _ := config.Check(path, c.files, parsed, info)
	if print {
		c.print(parsed, info)
	} else {
		c.checked[path] = checked
	}
	return checked
}

func (c *checker) place(at token.Pos) (string, int) {
	place := c.files.Position(at)
	path, err := filepath.Rel(c.root, place.Filename)
	if !at.IsValid() || err != nil || strings.HasPrefix(path, "..") {
		return "", 0
	}
	return filepath.ToSlash(path), place.Line
}

func kindOf(object types.Object) string {
	switch one := object.(type) {
	case *types.PkgName:
		return "module"
	case *types.Func, *types.Builtin:
		return "callable"
	case *types.TypeName:
		if _, parameter := one.Type().(*types.TypeParam); parameter {
			return "local"
		}
		if one.Parent() != nil && one.Pkg() != nil && one.Parent() != one.Pkg().Scope() {
			return "local"
		}
		return "type"
	case *types.Var:
		if !one.IsField() && (one.Pkg() == nil || one.Parent() != one.Pkg().Scope()) {
			return "local"
		}
	case *types.Label:
		return "local"
	}
	if one, constant := object.(*types.Const); constant && one.Pkg() != nil && one.Parent() != one.Pkg().Scope() {
		return "local"
	}
	return "value"
}

func (c *checker) print(files []*ast.File, info *types.Info) {
	for name, object := range info.Uses {
		path, line := c.place(name.Pos())
		kind := kindOf(object)
		if path == "" || kind == "module" {
			continue
		}
		to := [][]any{}
		if target, at := c.place(object.Pos()); target != "" {
			to = append(to, []any{target, at, object.Name()})
		}
		c.write(map[string]any{"use": name.Name, "path": path, "line": line, "kind": kind, "to": to})
	}
	for _, file := range files {
		for _, one := range file.Imports {
			module, _ := strconv.Unquote(one.Path.Value)
			target := c.inside(module)
			if target == nil {
				continue
			}
			path, line := c.place(one.Pos())
			to, _ := filepath.Rel(c.root, target.Dir)
			c.write(map[string]any{"import": module, "path": path, "line": line, "to": filepath.ToSlash(to) + "/"})
		}
	}
}

func (c *checker) write(row map[string]any) {
	if err := c.out.Encode(row); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	root, _ := filepath.EvalSymlinks(os.Args[1])
	command := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,Module,ForTest",
		"-export", "-deps", "-test", "./...")
	command.Dir = root
	listing, err := command.Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "go list:", err)
	}
	c := &checker{root: root, files: token.NewFileSet(), packages: map[string]*listed{},
		checked: map[string]*types.Package{}, out: json.NewEncoder(os.Stdout)}
	var order []*listed
	for decoder := json.NewDecoder(strings.NewReader(string(listing))); ; {
		one := &listed{}
		if decoder.Decode(one) != nil {
			break
		}
		if one.ForTest != "" || strings.HasSuffix(one.ImportPath, ".test") {
			continue
		}
		c.packages[one.ImportPath] = one
		order = append(order, one)
	}
	c.outside = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) {
		if one := c.packages[path]; one != nil && one.Export != "" {
			return os.Open(one.Export)
		}
		return nil, fmt.Errorf("no package %s", path)
	})
	for _, one := range order {
		if c.inside(one.ImportPath) == nil {
			continue
		}
		both := append(append([]string{}, one.GoFiles...), one.TestGoFiles...)
		c.check(one.ImportPath, one.Dir, both, true)
		if len(one.XTestGoFiles) > 0 {
			c.check(one.ImportPath+"_test", one.Dir, one.XTestGoFiles, true)
		}
	}
}
