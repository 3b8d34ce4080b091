import { describe, expect, test } from 'vitest';
import { int64 } from '../../../../src/kubernetes/json/exact-integers.js';
import {
  admissionReviewJson,
  parseAdmissionReview,
  ReviewError,
} from '../../../../src/runtime/webhook/admission/admission-review.js';
import { reviewOf } from '../guestbook.js';

const json = 'application/json';
const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('parseAdmissionReview', () => {
  test.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'])('§9.3.1 reads a review of %s', (apiVersion) => {
    const object = { apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook', metadata: { name: 'team' } };

    const review = parseAdmissionReview(bytes(reviewOf({ object, dryRun: true }, apiVersion)), json);

    expect(review.apiVersion).toBe(apiVersion);
    expect(review.request).toMatchObject({ operation: 'CREATE', name: 'team', dryRun: true, object });
    expect(review.request.userInfo.username).toBe('jane');
    expect(review.request.oldObject).toBeUndefined();
  });

  test('keeps the digits of whole numbers beyond 2^53', () => {
    const text = JSON.stringify(reviewOf({ object: { spec: { bytes: 0 } } })).replace(
      '"bytes":0',
      '"bytes":9007199254740993',
    );

    const { object } = parseAdmissionReview(bytes(text), json).request as { object: { spec: object } };

    expect(int64.get(object.spec, 'bytes')).toBe(9_007_199_254_740_993n);
  });

  test('§9.5.5 tells the subresource, and what the user really asked for', () => {
    const requestKind = { group: 'webapp.my.domain', version: 'v1beta1', kind: 'Guestbook' };

    const { request } = parseAdmissionReview(bytes(reviewOf({ subResource: 'status', requestKind })), json);

    expect(request).toMatchObject({ subResource: 'status', requestKind });
  });

  test.each([
    ['', json, 'request body is empty'],
    ['{}', 'text/plain', 'contentType=text/plain, expected application/json'],
    ['{}', undefined, 'contentType=, expected application/json'],
    ['{', json, 'the body is not JSON'],
    ['[]', json, 'the body is not an AdmissionReview'],
    ['{"kind":"Pod"}', json, 'the body is not an AdmissionReview'],
    [{ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v9' }, json, 'is not supported'],
    [{ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }, json, 'has no request'],
    [reviewOf({ uid: '' }), json, 'request.uid is missing'],
    [reviewOf({ kind: undefined }), json, 'request.kind is missing'],
    [reviewOf({ operation: 'EXPLODE' }), json, 'unknown operation "EXPLODE"'],
  ])('§9.3.1 refuses %j', (body, contentType, message) => {
    expect(() => parseAdmissionReview(bytes(body), contentType)).toThrow(message);
  });

  test('an error keeps the uid when that could be read', () => {
    const error = caught(() => parseAdmissionReview(bytes(reviewOf({ operation: 'EXPLODE' })), json));

    expect(error).toBeInstanceOf(ReviewError);
    expect(error).toMatchObject({ uid: 'b9e8a4f0-7c7e-4a39-8a55-0d7b1c3f5e11', apiVersion: 'admission.k8s.io/v1' });
  });
});

test('an answer carries the uid and the version of the question', () => {
  const text = admissionReviewJson({ allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1', uid: 'u' });

  expect(JSON.parse(text)).toEqual({
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1beta1',
    response: { uid: 'u', allowed: true },
  });
});

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
