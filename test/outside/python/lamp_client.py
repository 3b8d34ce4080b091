"""What the official Python client makes of an API server: one line of JSON for each step."""

import json
import sys
from datetime import datetime, timezone

from kubernetes import client, config, dynamic, watch

config.load_kube_config(sys.argv[1])
core, apps, custom = client.CoreV1Api(), client.AppsV1Api(), client.CustomObjectsApi()
LAMPS = ("outside.kbts.dev", "v1", "python", "lamps")


def tell(step, result):
    print(json.dumps([step, result]), flush=True)


def refused(call):
    try:
        call()
        return "accepted"
    except client.ApiException as error:
        return [error.status, json.loads(error.body)["reason"]]


core.create_namespace({"metadata": {"name": "python"}})
core.create_namespaced_config_map("python", {"metadata": {"name": "a", "labels": {"x": "y"}}, "data": {"a": "1"}})
core.patch_namespaced_config_map("a", "python", {"data": {"b": "2"}})
tell("merged", core.read_namespaced_config_map("a", "python").data)
stale = core.read_namespaced_config_map("a", "python")
core.patch_namespaced_config_map("a", "python", {"data": {"c": "3"}})
tell("stale update", refused(lambda: core.replace_namespaced_config_map("a", "python", stale)))
tell("second create", refused(lambda: core.create_namespaced_config_map("python", {"metadata": {"name": "a"}})))

for number in range(5):
    core.create_namespaced_config_map("python", {"metadata": {"name": f"page-{number}", "labels": {"page": "yes"}}})
names, token = [], None
while token != "":
    page = core.list_namespaced_config_map("python", label_selector="page=yes", limit=2, _continue=token)
    names += [item.metadata.name for item in page.items]
    token = page.metadata._continue or ""
tell("pages", names)

stream = watch.Watch().stream(core.list_namespaced_config_map, "python", label_selector="page", timeout_seconds=2)
tell("watched", sorted(event["object"].metadata.name for event in stream))

container = {"name": "c", "image": "i"}
template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container]}}
deployment = {"metadata": {"name": "d"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template}}
apps.create_namespaced_deployment("python", deployment)
apps.patch_namespaced_deployment_scale("d", "python", {"spec": {"replicas": 3}})
made = apps.read_namespaced_deployment("d", "python")
tell("scaled", [made.spec.replicas, made.spec.strategy.rolling_update.max_surge, made.metadata.generation])

lamps = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="outside.kbts.dev/v1", kind="Lamp")
lamp = {"apiVersion": "outside.kbts.dev/v1", "kind": "Lamp", "metadata": {"name": "l"}, "spec": {"lit": True}}
applied = lamps.server_side_apply(lamp, name="l", namespace="python", field_manager="python")
tell("applied", applied.to_dict()["spec"])
custom.patch_namespaced_custom_object_status(*LAMPS, "l", {"status": {"phase": "On"}})
tell("status", custom.get_namespaced_custom_object(*LAMPS, "l")["status"])
tell("wrong type", refused(lambda: custom.patch_namespaced_custom_object(*LAMPS, "l", {"spec": {"lit": "x"}})))

core.create_namespaced_service_account("python", {"metadata": {"name": "s"}})
token = core.create_namespaced_service_account_token("s", "python", {"spec": {}}).status.token
review = client.AuthenticationV1Api().create_token_review({"spec": {"token": token}})
tell("token", [review.status.authenticated, review.status.user.username])

about = client.V1ObjectReference(kind="ConfigMap", name="a", namespace="python")
event = {"metadata": {"name": "e"}, "regarding": about, "reason": "Lit", "note": "hello", "type": "Normal"}
more = {"action": "Light", "reporting_controller": "kbts.dev/x", "reporting_instance": "x-1"}
event = client.EventsV1Event(**{**event, **more, "event_time": datetime(2026, 1, 1, 0, 0, 0, 1, timezone.utc)})
client.EventsV1Api().create_namespaced_event("python", event)
tell("event", [[item.message, item.involved_object.name] for item in core.list_namespaced_event("python").items])

core.create_namespaced_pod("python", {"metadata": {"name": "p"}, "spec": {"containers": [container]}})
core.create_namespaced_pod_eviction("p", "python", client.V1Eviction(metadata=client.V1ObjectMeta(name="p")))
tell("evicted", refused(lambda: core.read_namespaced_pod("p", "python")))
