import { expect, test } from 'vitest'
import { deviceName } from './user-agent'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Firefox on iPhone', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['Chrome on macOS', `${mac} ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Windows', `${windows} ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${android} ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on iPhone', `${iphone} CriOS/142.0.0 Mobile/15E148 Safari/604.1`],
  ['Edge on Windows', `${windows} ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge on Android', `${android} ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
  ['Opera on macOS', `${mac} ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0`],
  ['Samsung Internet on Android', `${android} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Safari on macOS', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`],
  ['Safari on iPhone', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    'Safari on iPad',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1',
  ],
  ['iPhone', `${iphone} Mobile/15E148`],
  ['curl', 'curl/8.5.0'],
  ['Go-http-client', 'Go-http-client/2.0'],
  ['python-requests', 'python-requests/2.32.3'],
  ['Unknown device', ''],
  ['Unknown device', 'Mozilla/5.0'],
  ['Unknown device', '<img src=x onerror=alert(1)>'],
  ['Unknown device', '../../etc/passwd'],
  ['Unknown device', 'a'.repeat(41)],
  ['Unknown device', '\u202ecurl/8'],
])('%s: %s', (expected, userAgent) => {
  expect(deviceName(userAgent)).toBe(expected)
})
