import { expect, test } from 'vitest'
import { externalLink } from './external-link'
import { type FormattedLine, parseFormattedText, formattedTextLines } from './formatted-text'
import { hostileAddresses, hostileMarkup } from '@tests/helpers/hostile-text'

const line = (text: string): FormattedLine => ({ is: 'line', pieces: [{ is: 'text', text }] })
const links = (lines: readonly FormattedLine[]) =>
  lines.flatMap((one) => (one.is === 'code' ? [] : one.pieces)).filter(({ is }) => is === 'link')

test.each<[string, readonly FormattedLine[]]>([
  ['', []],
  ['  \n ', []],
  ['plain', [line('plain')]],
  ['first<br><br>second', [line('first'), line('second')]],
  ['first\n\nsecond', [line('first'), line('second')]],
  ['<p>first</p><p>second', [line('first'), line('second')]],
  ['1 &lt; 2 &amp;&amp; &#51; &#x3E; 2 &nbsp;&unknown;', [line('1 < 2 && 3 > 2 &unknown;')]],
  ['&amp;lt;b&amp;gt;', [line('&lt;b&gt;')]],
  ['image <none>, wanted <string>', [line('image <none>, wanted <string>')]],
  ['a < b > c', [line('a < b > c')]],
  ['before<!-- not <b>this</b> -->after', [line('beforeafter')]],
  ['<ul><li>one<li>two</ul>', ['one', 'two'].map((text) => ({ is: 'item', pieces: [{ is: 'text', text }] }))],
  ['- one\n* two', ['one', 'two'].map((text) => ({ is: 'item', pieces: [{ is: 'text', text }] }))],
  ['# Title', [{ is: 'line', pieces: [{ is: 'strong', text: 'Title' }] }]],
  ['```yaml\na:  1\n  b\n```\nafter', [{ is: 'code', text: 'a:  1\n  b' }, line('after')]],
  ['<pre>a:  1\n  b\n</pre>', [{ is: 'code', text: 'a:  1\n  b' }]],
])('parses %j into lines', (message, lines) => expect(parseFormattedText(message)).toEqual(lines))

test.each(['<b>checkout</b> reached <code>128Mi</code>', '**checkout** reached `128Mi`'])(
  '%s becomes bold and code',
  (message) =>
    expect(parseFormattedText(message)).toEqual([
      {
        is: 'line',
        pieces: [
          { is: 'strong', text: 'checkout' },
          { is: 'text', text: ' reached ' },
          { is: 'code', text: '128Mi' },
        ],
      },
    ])
)

test.each([
  'see https://docs.example/a?b=c.',
  'see [the docs](https://docs.example/a?b=c)',
  'see <a href="https://docs.example/a?b=c" onclick="alert(1)">the docs</a>',
  "see <A\nclass=x HREF = 'https://docs.example/a?b=c'>the docs</A>",
])('%j has a link', (message) =>
  expect(links(parseFormattedText(message))).toMatchObject([{ href: 'https://docs.example/a?b=c' }])
)

test.each(hostileAddresses)('%j does not become a link', (address) => {
  const written = [
    `<a href="${address}">text</a>`,
    `<a href='${address}'>text</a>`,
    `<a href=${address}>text</a>`,
    `[text](${address})`,
  ]
  expect(written.map((message) => links(parseFormattedText(message)))).toEqual(written.map(() => []))
})

test.each(hostileMarkup)('removes all markup and script contents from %j', (message) =>
  expect(formattedTextLines(message).join('')).not.toMatch(/alert|onerror|color: red|<img|<svg/)
)

test('accepts links as web addresses in the normalisation of the browser', () => {
  expect(externalLink('HTTP://Docs.Example/a b')).toBe('http://docs.example/a%20b')
  expect(externalLink('docs.example')).toBeUndefined()
})

test('limits the length of a message', () =>
  expect(formattedTextLines('<b>'.repeat(100_000) + 'x').join('').length).toBeLessThan(10))
