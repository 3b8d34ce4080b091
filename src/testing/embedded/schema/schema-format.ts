/** String formats that the API server checks; unknown formats accept everything. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

type Check = (value: string) => boolean;

const FORMATS = new Map<string, Check>(
  Object.entries({
    'date-time': (value: string) =>
      /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
    date: (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
    duration: isDuration,
    byte: (value: string) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value),
    uuid: (value: string) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value),
    uuid3: (value: string) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value),
    uuid4: (value: string) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value),
    uuid5: (value: string) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value),
    ipv4: isIPv4,
    ipv6: isIPv6,
    ip: (value: string) => isIP(value) !== 0,
    cidr: isCidr,
    mac: (value: string) => /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(value),
    email: (value: string) => /^[^\s@<>]+@[^\s@<>]+$/.test(value),
    hostname: (value: string) =>
      value.length <= 255 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/i.test(value),
    uri: isUri,
    hexcolor: (value: string) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(value),
    'k8s-short-name': (value: string) => value.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(value),
    'k8s-long-name': (value: string) =>
      value.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(value),
  }),
);

/** Whether a string has a format. */
export function isFormatValid(format: string, value: string): boolean {
  return FORMATS.get(format)?.(value) ?? true;
}

function isDuration(value: string): boolean {
  return (
    /^[-+]?(\d+(\.\d*)?(ns|us|µs|μs|ms|s|m|h))+$/.test(value) ||
    value === '0' ||
    /^\d+\s*(ns|us|ms|s|m|h|d|w|second|minute|hour|day|week)s?$/i.test(value)
  );
}

function isCidr(value: string): boolean {
  const [address = '', length = ''] = value.split('/');
  if (!/^\d+$/.test(length)) return false;
  return isIPv4(address) ? Number(length) <= 32 : isIPv6(address) && Number(length) <= 128;
}

function isUri(value: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/)/i.test(value) && !/\s/.test(value);
}
