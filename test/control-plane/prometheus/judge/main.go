// Judges PromQL with the packages of Prometheus itself: parses expressions and rule files, and evaluates expressions on scraped metrics.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"sort"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/util/annotations"
)

type input struct {
	// Expressions without variables of Grafana.
	Queries []string
	// A file of rule groups.
	Rules string
	// What /metrics said, a minute apart, and the labels of the target.
	Scrapes []string
	Labels  map[string]string
}

type selector struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

type verdict struct {
	Error     string     `json:"error,omitempty"`
	Selectors []selector `json:"selectors"`
	// How many series the expression gives, and those of them that are numbers.
	Series  int      `json:"series"`
	Numbers int      `json:"numbers"`
	Infos   []string `json:"infos"`
}

type output struct {
	Queries []verdict `json:"queries"`
	Rules   []string  `json:"rules"`
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail(err)
	}
	series, end, err := load(in)
	if err != nil {
		fail(err)
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute, EnableAtModifier: true})
	out := output{Queries: []verdict{}, Rules: []string{}}
	for _, query := range in.Queries {
		out.Queries = append(out.Queries, judge(engine, series, end, query))
	}
	if in.Rules != "" {
		_, errs := rulefmt.Parse([]byte(in.Rules), false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
		for _, err := range errs {
			out.Rules = append(out.Rules, err.Error())
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func judge(engine *promql.Engine, series memory, end time.Time, query string) verdict {
	result := verdict{Selectors: []selector{}, Infos: []string{}}
	expr, err := parser.NewParser(parser.Options{}).ParseExpr(query)
	if err != nil {
		result.Error = err.Error()
		return result
	}
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		if vector, ok := node.(*parser.VectorSelector); ok {
			found := selector{Name: vector.Name, Labels: []string{}}
			for _, matcher := range vector.LabelMatchers {
				if matcher.Name != labels.MetricName {
					found.Labels = append(found.Labels, matcher.Name)
				}
			}
			result.Selectors = append(result.Selectors, found)
		}
		return nil
	})
	instant, err := engine.NewInstantQuery(context.Background(), series, nil, query, end)
	if err != nil {
		result.Error = err.Error()
		return result
	}
	defer instant.Close()
	answer := instant.Exec(context.Background())
	if answer.Err != nil {
		result.Error = answer.Err.Error()
		return result
	}
	warnings, infos := answer.Warnings.AsStrings(query, 0, 0)
	result.Infos = append(append(result.Infos, warnings...), infos...)
	if vector, err := answer.Vector(); err == nil {
		result.Series = len(vector)
		for _, sample := range vector {
			if !math.IsNaN(sample.F) {
				result.Numbers++
			}
		}
	}
	return result
}

type point struct {
	at    int64
	value float64
}

// Time series in memory.
type memory struct {
	names  map[string]labels.Labels
	points map[string][]point
}

func load(in input) (memory, time.Time, error) {
	series := memory{names: map[string]labels.Labels{}, points: map[string][]point{}}
	start := time.Unix(1_700_000_000, 0)
	for index, text := range in.Scrapes {
		at := start.Add(time.Duration(index) * time.Minute).UnixMilli()
		p, err := textparse.New([]byte(text), "text/plain", labels.NewSymbolTable(), textparse.ParserOptions{})
		if err != nil {
			return series, start, err
		}
		for {
			entry, err := p.Next()
			if err != nil {
				if err.Error() == "EOF" {
					break
				}
				return series, start, err
			}
			if entry != textparse.EntrySeries {
				continue
			}
			_, _, value := p.Series()
			var own labels.Labels
			p.Labels(&own)
			series.add(own, in.Labels, point{at, value})
		}
		series.add(labels.FromStrings(labels.MetricName, "up"), in.Labels, point{at, 1})
	}
	return series, start.Add(time.Duration(len(in.Scrapes)-1)*time.Minute + time.Second), nil
}

func (m memory) add(own labels.Labels, target map[string]string, p point) {
	builder := labels.NewBuilder(own)
	for name, value := range target {
		builder.Set(name, value)
	}
	full := builder.Labels()
	key := full.String()
	m.names[key] = full
	m.points[key] = append(m.points[key], p)
}

func (m memory) Querier(_, _ int64) (storage.Querier, error) { return querier{m}, nil }

type querier struct{ memory }

func (q querier) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	keys := []string{}
	for key, own := range q.names {
		fits := true
		for _, matcher := range matchers {
			fits = fits && matcher.Matches(own.Get(matcher.Name))
		}
		if fits {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return &seriesSet{memory: q.memory, keys: keys, at: -1}
}

func (querier) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (querier) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (querier) Close() error { return nil }

type seriesSet struct {
	memory
	keys []string
	at   int
}

func (s *seriesSet) Next() bool { s.at++; return s.at < len(s.keys) }

func (s *seriesSet) At() storage.Series {
	key := s.keys[s.at]
	points := []promql.FPoint{}
	for _, p := range s.points[key] {
		points = append(points, promql.FPoint{T: p.at, F: p.value})
	}
	return promql.NewStorageSeries(promql.Series{Metric: s.names[key], Floats: points})
}

func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }
