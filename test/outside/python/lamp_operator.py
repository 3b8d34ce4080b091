"""An operator in kopf: it answers a Lamp in every way that kopf knows, and leaves a finalizer until the Lamp is gone."""

import kopf

GROUP, VERSION, PLURAL = "outside.kbts.dev", "v1", "lamps"


@kopf.on.startup()
def configure(settings: kopf.OperatorSettings, **_):
    settings.persistence.finalizer = f"{GROUP}/kopf"
    settings.watching.server_timeout = 20


@kopf.on.create(GROUP, VERSION, PLURAL)
def create(spec, patch, **_):
    patch.status["phase"] = "On" if spec["lit"] else "Off"
    return {"bulbs": 1}


@kopf.on.update(GROUP, VERSION, PLURAL, field="spec.lit")
def update(old, new, patch, **_):
    patch.metadata.annotations["switched"] = f"{old}-{new}".lower()
    patch.status["phase"] = "On" if new else "Off"


@kopf.on.delete(GROUP, VERSION, PLURAL)
def delete(name, logger, **_):
    logger.info(f"removed {name}")


@kopf.timer(GROUP, VERSION, PLURAL, interval=1)
def tick(patch, **_):
    patch.metadata.labels["ticked"] = "yes"


@kopf.daemon(GROUP, VERSION, PLURAL)
async def watchdog(stopped, **_):
    await stopped.wait()


@kopf.on.event("configmaps", labels={"lamp": "bill"})
def seen(event, **_):
    print(f"configmap {event['type']}", flush=True)
