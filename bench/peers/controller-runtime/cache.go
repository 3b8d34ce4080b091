package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// cpuSeconds is the processor time of this process so far.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}

// statusMb reads a line such as "VmRSS:" of /proc/self/status.
func statusMb(name string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	must(err)
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name+":" {
			kb, err := strconv.ParseFloat(fields[1], 64)
			must(err)
			return kb / 1024
		}
	}
	return 0
}

func report(values map[string]any) {
	must(json.NewEncoder(os.Stdout).Encode(values))
}

// watchEvents indexes Books and measures how fast the changes of `BENCH_EVENTS` come in.
func watchEvents(ctx context.Context, config *rest.Config, options cache.Options) {
	expected, err := strconv.ParseInt(os.Getenv("BENCH_EVENTS"), 10, 64)
	must(err)
	books, err := cache.New(config, options)
	must(err)
	must(books.IndexField(ctx, &Book{}, "spec.pages", func(object client.Object) []string {
		return []string{strconv.Itoa(object.(*Book).Spec.Pages)}
	}))
	informer, err := books.GetInformer(ctx, &Book{}, cache.BlockUntilSynced(false))
	must(err)
	var seen atomic.Int64
	var began time.Time
	var cpu float64
	done := make(chan struct{})
	_, err = informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{UpdateFunc: func(any, any) {
		if seen.Add(1) == 1 {
			began, cpu = time.Now(), cpuSeconds()
		} else if seen.Load() == expected {
			close(done)
		}
	}})
	must(err)
	go func() { must(books.Start(ctx)) }()
	<-done
	report(map[string]any{"seconds": time.Since(began).Seconds(), "cpuSeconds": cpuSeconds() - cpu, "rssMb": statusMb("VmHWM")})
}

// cachePods fills a cache with all Pods and reports what it takes.
func cachePods(ctx context.Context, config *rest.Config, options cache.Options) {
	expected, err := strconv.Atoi(os.Getenv("BENCH_OBJECTS"))
	must(err)
	settle, err := time.ParseDuration(os.Getenv("BENCH_SETTLE"))
	must(err)
	began := time.Now()
	pods, err := cache.New(config, options)
	must(err)
	_, err = pods.GetInformer(ctx, &corev1.Pod{}, cache.BlockUntilSynced(false))
	must(err)
	go func() { must(pods.Start(ctx)) }()
	pods.WaitForCacheSync(ctx)
	var list corev1.PodList
	must(pods.List(ctx, &list, client.UnsafeDisableDeepCopy))
	if len(list.Items) != expected {
		must(fmt.Errorf("%d pods in place of %d", len(list.Items), expected))
	}
	seconds, cpu := time.Since(began).Seconds(), cpuSeconds()
	list = corev1.PodList{}
	time.Sleep(settle)
	settled := statusMb("VmRSS")
	runtime.GC()
	debug.FreeOSMemory()
	report(map[string]any{"seconds": seconds, "cpuSeconds": cpu, "peakMb": statusMb("VmHWM"), "settledMb": settled, "collectedMb": statusMb("VmRSS")})
}
