import { conditions } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import type { ImoocPod } from '../api/v1alpha1/index.js';

/** What has to happen so that there are as many Pods as were asked for. */
export interface PodPlan {
  /** Pods that stay. */
  readonly keep: readonly Stored<Pod>[];
  /** Pods that are too many, have ended, or run another image. */
  readonly remove: readonly Stored<Pod>[];
  /** How many new Pods are needed. */
  readonly missing: number;
}

/** Compares what is there with what should be. */
export function planPods(imoocPod: Stored<ImoocPod>, pods: readonly Stored<Pod>[]): PodPlan {
  const { image, replicas = 1 } = imoocPod.spec;
  // A deleted Pod stays for its grace period. It counts no longer, and deleting it again would change nothing.
  const present = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const usable = present.filter((pod) => !hasEnded(pod) && imageOf(pod) === image);
  const keep = usable.toSorted(mostUsefulFirst).slice(0, replicas);
  return { keep, remove: present.filter((pod) => !keep.includes(pod)), missing: replicas - keep.length };
}

/** A new Pod of the ImoocPod; the API server completes its name. */
export function newPod(imoocPod: Stored<ImoocPod>): Pod {
  return new Pod({
    metadata: { generateName: `${imoocPod.metadata.name}-`, labels: labelsOf(imoocPod) },
    spec: { containers: [{ name: 'main', image: imoocPod.spec.image }] },
  });
}

/** Labels by which people and autoscalers find the Pods. */
export function labelsOf({ metadata }: Stored<ImoocPod>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'imoocpod', 'app.kubernetes.io/instance': metadata.name };
}

/** Whether traffic may go to the Pod. */
export function isReady({ status }: Stored<Pod>): boolean {
  return conditions.isTrue(status?.conditions, 'Ready');
}

function hasEnded({ status }: Stored<Pod>): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

function imageOf({ spec }: Stored<Pod>): string | undefined {
  return spec?.containers[0]?.image;
}

/** Ready Pods before others, then old ones before young ones, so that scaling down hurts least. */
function mostUsefulFirst(left: Stored<Pod>, right: Stored<Pod>): number {
  return Number(isReady(right)) - Number(isReady(left)) || rankOf(left).localeCompare(rankOf(right));
}

function rankOf({ metadata }: Stored<Pod>): string {
  return `${metadata.creationTimestamp} ${metadata.name}`;
}
