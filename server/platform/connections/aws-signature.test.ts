import { expect, test } from 'vitest'
import { signAwsRequest } from './aws-signature'

// Examples from AWS's own test suite (get-vanilla and get-vanilla-query-order-key-case).
const key = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
}

test.each([
  ['https://example.amazonaws.com/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'https://example.amazonaws.com/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('signs %s as AWS does', (url, signature) => {
  const headers = signAwsRequest({ method: 'GET', url: new URL(url) }, key, new Date('2015-08-30T12:36:00Z'))
  expect(headers).toEqual({
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    Authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  })
})
