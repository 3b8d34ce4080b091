// Small programs on controller-runtime, for comparison with kbts. By default an operator: for every Book it
// creates a ConfigMap and updates the status, ends when all Books are done and prints what it measured.
// BENCH_MODE=watch and BENCH_MODE=memory: see cache.go.
package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Book is the custom resource.
type Book struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BookSpec   `json:"spec,omitempty"`
	Status            BookStatus `json:"status,omitempty"`
}

// BookSpec is what is wanted.
type BookSpec struct {
	Pages    int               `json:"pages,omitempty"`
	Title    string            `json:"title,omitempty"`
	Authors  []string          `json:"authors,omitempty"`
	Chapters []Chapter         `json:"chapters,omitempty"`
	Tags     map[string]string `json:"tags,omitempty"`
}

// Chapter is a part of a Book.
type Chapter struct {
	Title string `json:"title"`
	Pages int    `json:"pages"`
}

// BookStatus is what is.
type BookStatus struct {
	Read       int                `json:"read,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// BookList is a list of Books.
type BookList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Book `json:"items"`
}

// DeepCopyObject copies a Book.
func (in *Book) DeepCopyObject() runtime.Object {
	out := *in
	out.ObjectMeta = *in.ObjectMeta.DeepCopy()
	out.Spec.Authors = slices.Clone(in.Spec.Authors)
	out.Spec.Chapters = slices.Clone(in.Spec.Chapters)
	out.Spec.Tags = maps.Clone(in.Spec.Tags)
	out.Status.Conditions = slices.Clone(in.Status.Conditions)
	return &out
}

// DeepCopyObject copies a list.
func (in *BookList) DeepCopyObject() runtime.Object {
	out := *in
	out.ListMeta = *in.ListMeta.DeepCopy()
	out.Items = make([]Book, len(in.Items))
	for i := range in.Items {
		out.Items[i] = *in.Items[i].DeepCopyObject().(*Book)
	}
	return &out
}

type counting struct {
	next   http.RoundTripper
	writes *atomic.Int64
}

func (c counting) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodGet {
		c.writes.Add(1)
	}
	return c.next.RoundTrip(request)
}

type reconciler struct {
	client.Client
	scheme  *runtime.Scheme
	objects int
	mutex   sync.Mutex
	started time.Time
	took    []float64
	warm    time.Time
	warmCpu float64
	done    chan struct{}
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	began := time.Now()
	var book Book
	if err := r.Get(ctx, request.NamespacedName, &book); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if book.Status.Read == book.Spec.Pages {
		return ctrl.Result{}, nil
	}
	r.mutex.Lock()
	if r.started.IsZero() {
		r.started = began
	}
	r.mutex.Unlock()
	var child corev1.ConfigMap
	err := r.Get(ctx, request.NamespacedName, &child)
	if apierrors.IsNotFound(err) {
		child = corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: request.Name, Namespace: request.Namespace}, Data: map[string]string{"pages": strconv.Itoa(book.Spec.Pages)}}
		if err := ctrl.SetControllerReference(&book, &child, r.scheme); err != nil {
			return ctrl.Result{}, err
		}
		err = r.Create(ctx, &child)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	book.Status.Read = book.Spec.Pages
	if err := r.Status().Update(ctx, &book); err != nil {
		return ctrl.Result{}, err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.took = append(r.took, float64(time.Since(began).Microseconds())/1000)
	if len(r.took) == r.objects/2 {
		r.warm, r.warmCpu = time.Now(), cpuSeconds()
	}
	if len(r.took) == r.objects {
		close(r.done)
	}
	return ctrl.Result{}, nil
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	log.SetLogger(zap.New(zap.UseDevMode(false)))
	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	group := schema.GroupVersion{Group: "library.example.com", Version: "v1"}
	scheme.AddKnownTypes(group, &Book{}, &BookList{})
	metav1.AddToGroupVersion(scheme, group)
	restConfig, err := config.GetConfig()
	must(err)
	switch os.Getenv("BENCH_MODE") {
	case "watch":
		watchEvents(context.Background(), restConfig, cache.Options{Scheme: scheme})
	case "memory":
		cachePods(context.Background(), restConfig, cache.Options{Scheme: scheme})
	default:
		reconcile(restConfig, scheme)
	}
}

func reconcile(restConfig *rest.Config, scheme *runtime.Scheme) {
	objects, err := strconv.Atoi(os.Getenv("BENCH_OBJECTS"))
	must(err)
	workers, err := strconv.Atoi(os.Getenv("BENCH_CONCURRENCY"))
	must(err)
	namespace := os.Getenv("BENCH_NAMESPACE")
	var writes atomic.Int64
	restConfig.Wrap(func(next http.RoundTripper) http.RoundTripper { return counting{next, &writes} })
	manager, err := ctrl.NewManager(restConfig, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
	})
	must(err)
	r := &reconciler{Client: manager.GetClient(), scheme: scheme, objects: objects, done: make(chan struct{})}
	must(ctrl.NewControllerManagedBy(manager).
		For(&Book{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r))
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-r.done
		seconds := time.Since(r.started).Seconds()
		sort.Float64s(r.took)
		report(map[string]any{
			"seconds": seconds, "p50Ms": r.took[len(r.took)/2], "p99Ms": r.took[len(r.took)*99/100],
			"writes": writes.Load(), "rssMb": statusMb("VmHWM"), "cpuSeconds": cpuSeconds(),
			"warmSeconds": time.Since(r.warm).Seconds(), "warmCpuSeconds": cpuSeconds() - r.warmCpu,
		})
		cancel()
	}()
	must(manager.Start(ctx))
}
