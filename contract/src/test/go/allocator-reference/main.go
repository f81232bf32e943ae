// Command allocator-reference answers allocation cases with the allocator of Kubernetes itself, so that Fairlead's
// own can be compared with it: one JSON case a line on standard input, one JSON answer a line on standard output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

type allocatedDevice struct {
	Driver           string                                          `json:"driver"`
	Pool             string                                          `json:"pool"`
	Device           string                                          `json:"device"`
	ShareID          *types.UID                                      `json:"shareID"`
	ConsumedCapacity map[resourceapi.QualifiedName]resource.Quantity `json:"consumedCapacity"`
}

type testCase struct {
	ID               string                       `json:"id"`
	Features         map[string]bool              `json:"features"`
	Node             *corev1.Node                 `json:"node"`
	DeviceClasses    []*resourceapi.DeviceClass   `json:"deviceClasses"`
	ResourceSlices   []*resourceapi.ResourceSlice `json:"resourceSlices"`
	AllocatedDevices []allocatedDevice            `json:"allocatedDevices"`
	Claims           []*resourceapi.ResourceClaim `json:"claims"`
}

type answer struct {
	ID          string                         `json:"id"`
	Outcome     string                         `json:"outcome"`
	Error       string                         `json:"error,omitempty"`
	Allocations []resourceapi.AllocationResult `json:"allocations"`
	Micros      float64                        `json:"micros"`
}

func (c *testCase) on(feature string) bool {
	value, named := c.Features[feature]
	return value || !named
}

func (c *testCase) features() structured.Features {
	return structured.Features{
		AdminAccess:            c.on("adminAccess"),
		PrioritizedList:        c.on("prioritizedList"),
		PartitionableDevices:   c.on("partitionableDevices"),
		DeviceTaints:           c.on("deviceTaints"),
		DeviceBindingAndStatus: c.on("deviceBinding") && c.on("deviceStatus"),
		ConsumableCapacity:     c.on("consumableCapacity"),
		ListTypeAttributes:     c.Features["listTypeAttributes"],
	}
}

func (c *testCase) allocatedState() structured.AllocatedState {
	state := structured.AllocatedState{
		AllocatedDevices:         sets.New[structured.DeviceID](),
		AllocatedSharedDeviceIDs: sets.New[structured.SharedDeviceID](),
		AggregatedCapacity:       structured.NewConsumedCapacityCollection(),
	}
	for _, device := range c.AllocatedDevices {
		id := structured.MakeDeviceID(device.Driver, device.Pool, device.Device)
		if device.ShareID == nil {
			state.AllocatedDevices.Insert(id)
			continue
		}
		state.AllocatedSharedDeviceIDs.Insert(structured.MakeSharedDeviceID(id, device.ShareID))
		state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(id, device.ConsumedCapacity))
	}
	return state
}

type classes map[string]*resourceapi.DeviceClass

func (c classes) List() ([]*resourceapi.DeviceClass, error) {
	var all []*resourceapi.DeviceClass
	for _, class := range c {
		all = append(all, class)
	}
	return all, nil
}

func (c classes) Get(name string) (*resourceapi.DeviceClass, error) {
	if class, found := c[name]; found {
		return class, nil
	}
	return nil, fmt.Errorf("deviceclass.resource.k8s.io %q not found", name)
}

// compiled keeps programs between cases, so that only evaluation is measured.
var compiled = map[cel.Features]*cel.Cache{}

func cacheFor(features structured.Features) *cel.Cache {
	key := cel.Features{
		EnableConsumableCapacity: features.ConsumableCapacity,
		EnableListTypeAttributes: features.ListTypeAttributes,
	}
	if compiled[key] == nil {
		compiled[key] = cel.NewCache(1000, key)
	}
	return compiled[key]
}

func solve(c *testCase, limit time.Duration) (result answer) {
	result.ID = c.ID
	defer func() {
		// Inputs that no API server would let through can make the reference panic.
		if problem := recover(); problem != nil {
			result.Outcome = "panic"
			result.Error = fmt.Sprint(problem)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	features := c.features()
	known := classes{}
	for _, class := range c.DeviceClasses {
		known[class.Name] = class
	}
	cache := cacheFor(features)
	state := c.allocatedState()

	start := time.Now()
	var allocations []resourceapi.AllocationResult
	allocator, err := structured.NewAllocator(ctx, features, state, known, c.ResourceSlices, cache)
	if err == nil {
		allocations, err = allocator.Allocate(ctx, c.Node, c.Claims)
	}
	result.Micros = float64(time.Since(start).Nanoseconds()) / 1000

	switch {
	case ctx.Err() != nil:
		result.Outcome = "timeout"
	case err != nil:
		result.Outcome = "error"
		result.Error = err.Error()
	case allocations == nil:
		result.Outcome = "unallocatable"
	default:
		result.Outcome = "allocated"
		result.Allocations = allocations
	}
	return result
}

func main() {
	repeat := flag.Int("repeat", 1, "how often to solve each case; micros is the median")
	limit := flag.Duration("limit", 10*time.Second, "when to give a case up")
	flag.Parse()
	// The stable variant has no order of pools, so its first fit is not one answer.
	structured.EnableAllocators("incubating", "experimental")

	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	output := json.NewEncoder(writer)
	for {
		line, readErr := reader.ReadBytes('\n')
		if len(line) > 1 {
			var c testCase
			if err := json.Unmarshal(line, &c); err != nil {
				fmt.Fprintln(os.Stderr, "unreadable case:", err)
				os.Exit(2)
			}
			result := solve(&c, *limit)
			times := []float64{result.Micros}
			for i := 1; i < *repeat && result.Outcome != "timeout"; i++ {
				result = solve(&c, *limit)
				times = append(times, result.Micros)
			}
			slices.Sort(times)
			result.Micros = times[len(times)/2]
			if err := output.Encode(result); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			writer.Flush()
		}
		if readErr != nil {
			return
		}
	}
}
