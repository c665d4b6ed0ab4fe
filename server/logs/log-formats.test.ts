import { expect, test } from 'vitest'
import { readLogLevel } from '@/lib/logs/level'
import { stripAnsi } from '@/shared/logs/ansi'
import { parseLogLine } from './timed-line'

// Lines as common programs write them: the time and the level that the console finds in each.

const now = Date.parse('2026-11-28T12:00:00Z')

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** The parts of a time in UTC, and in the time of this machine, for formats without a zone. */
function partsOf(time: number) {
  const at = new Date(time)
  const utc = {
    year: at.getUTCFullYear(),
    month: months[at.getUTCMonth()] ?? '',
    number: two(at.getUTCMonth() + 1),
    day: two(at.getUTCDate()),
    weekday: days[at.getUTCDay()] ?? '',
    clock: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`,
    ms: String(at.getUTCMilliseconds()).padStart(3, '0'),
  }
  const local = {
    ...utc,
    year: at.getFullYear(),
    month: months[at.getMonth()] ?? '',
    number: two(at.getMonth() + 1),
    day: two(at.getDate()),
    weekday: days[at.getDay()] ?? '',
    clock: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
    hour: at.getHours(),
  }
  return { utc, local, iso: at.toISOString(), epoch: time }
}
type Parts = ReturnType<typeof partsOf>

type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug' | 'trace' | 'other'
type Format = {
  /** The words for levels. A level without a word is written without one, and has none. */
  levels: Partial<Record<Level, string>>
  line(parts: Parts, word: string, text: string): string
  /** The precision of its times. */
  ms?: number
}

const capital = { fatal: 'FATAL', error: 'ERROR', warning: 'WARN', info: 'INFO', debug: 'DEBUG', trace: 'TRACE' }
const small = { fatal: 'fatal', error: 'error', warning: 'warn', info: 'info', debug: 'debug', trace: 'trace' }
const severity = { fatal: '2', error: '3', warning: '4', info: '6', debug: '7' }

const formats: Record<string, Format> = {
  'ISO 8601': { levels: capital, line: ({ iso }, word, text) => `${iso} ${word} ${text}` },
  'ISO 8601 in brackets, with an offset': {
    levels: capital,
    ms: 1000,
    line: ({ epoch }, word, text) =>
      `[${new Date(epoch + 7_200_000).toISOString().slice(0, 19)}+0200] [${word}] [worker-3] ${text}`,
  },
  logback: {
    levels: capital,
    line: ({ local: { year, number, day, clock, ms } }, word, text) =>
      `${year}-${number}-${day} ${clock},${ms} [http-nio-8080-exec-4] ${word.padEnd(5)} c.e.depot.PumpService - ${text}`,
  },
  'logfmt with time first': {
    levels: { ...small, trace: 'trace' },
    line: ({ iso }, word, text) => `time="${iso}" level=${word} msg="${text}" attempt=3`,
  },
  'logfmt with ts and caller': {
    levels: small,
    line: ({ iso }, word, text) => `ts=${iso} caller=pump.go:214 level=${word} component=dock msg="${text}"`,
  },
  'JSON with numbers, as pino writes it': {
    levels: { fatal: '60', error: '50', warning: '40', info: '30', debug: '20', trace: '10' },
    line: ({ epoch }, word, text) => `{"level":${word},"time":${epoch},"pid":7,"hostname":"dock-2","msg":"${text}"}`,
  },
  'JSON of Serilog': {
    levels: {
      fatal: 'Fatal',
      error: 'Error',
      warning: 'Warning',
      info: 'Information',
      debug: 'Debug',
      trace: 'Verbose',
    },
    line: ({ iso }, word, text) => `{"@t":"${iso}","@mt":"${text}","@l":"${word}","Pump":7}`,
  },
  'JSON of Docker': {
    levels: capital,
    line: ({ iso }, word, text) => `{"log":"${word}: ${text}\\n","stream":"stderr","time":"${iso}"}`,
  },
  'RFC 5424': {
    levels: severity,
    line: ({ iso }, word, text) =>
      `<${16 * 8 + Number(word)}>1 ${iso} dock-2.example pumpd 815 ID47 [pump@32473 id="7"] ${text}`,
  },
  'RFC 3164': {
    levels: severity,
    ms: 1000,
    line: ({ local: { month, day, clock } }, word, text) =>
      `<${3 * 8 + Number(word)}>${month} ${String(Number(day)).padStart(2)} ${clock} dock-2 pumpd[815]: ${text}`,
  },
  'Apache, errors': {
    levels: { fatal: 'emerg', error: 'error', warning: 'warn', info: 'notice', debug: 'debug', trace: 'trace' },
    line: ({ local: { weekday, month, day, clock, ms, year } }, word, text) =>
      `[${weekday} ${month} ${day} ${clock}.${ms}123 ${year}] [core:${word}] [pid 35:tid 140] AH00126: ${text}`,
  },
  'Apache, requests': {
    levels: {},
    ms: 1000,
    line: ({ utc: { day, month, year, clock } }, _word, text) =>
      `10.4.0.7 - nour [${day}/${month}/${year}:${clock} +0000] "GET /pumps?q=${encodeURIComponent(text)} HTTP/1.1" 200 512`,
  },
  'nginx, errors': {
    levels: { fatal: 'crit', error: 'error', warning: 'warn', info: 'notice', debug: 'debug' },
    ms: 1000,
    line: ({ local: { year, number, day, clock } }, word, text) =>
      `${year}/${number}/${day} ${clock} [${word}] 31#31: *1 ${text}, client: 10.4.0.7, server: pumps.example`,
  },
  Tomcat: {
    levels: { error: 'SEVERE', warning: 'WARNING', info: 'INFO', debug: 'FINE', trace: 'FINEST' },
    line: ({ local: { day, month, year, clock, ms } }, word, text) =>
      `${day}-${month}-${year} ${clock}.${ms} ${word} [main] org.example.Depot.start ${text}`,
  },
  asctime: {
    levels: { error: 'Error', warning: 'Warning', info: 'Info' },
    ms: 1000,
    line: ({ local: { weekday, month, day, clock, year } }, word, text) =>
      `${weekday} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year} : [${word}] ${text}`,
  },
  klog: {
    levels: { fatal: 'F', error: 'E', warning: 'W', info: 'I' },
    line: ({ local: { number, day, clock, ms } }, word, text) =>
      `${word}${number}${day} ${clock}.${ms}456    1 controller.go:114] ${text}`,
  },
  'epoch milliseconds': { levels: capital, line: ({ epoch }, word, text) => `${epoch} ${word} ${text}` },
  'epoch seconds': {
    levels: small,
    ms: 1000,
    line: ({ epoch }, word, text) => `[${Math.floor(epoch / 1000)}] ${word}: ${text}`,
  },
  'short levels': {
    levels: { fatal: 'FTL', error: 'ERR', warning: 'WRN', info: 'INF', debug: 'DBG', trace: 'TRC' },
    line: ({ iso }, word, text) => `${iso} ${word} ${text} pump=7`,
  },
  'one letter in a bracket': {
    levels: { error: 'E', warning: 'W', info: 'I', debug: 'D' },
    line: ({ local: { year, number, day, clock, ms } }, word, text) =>
      `[${word} ${year}-${number}-${day} ${clock}.${ms} DepotApp] ${text}`,
  },
  Postgres: {
    levels: { fatal: 'FATAL', error: 'ERROR', warning: 'WARNING', info: 'LOG' },
    line: ({ utc: { year, number, day, clock, ms } }, word, text) =>
      `${year}-${number}-${day} ${clock}.${ms} UTC [815] depot@pumps ${word}:  ${text}`,
  },
  Redis: {
    levels: { warning: '#', info: '*', debug: '-' },
    line: ({ local: { day, month, year, clock, ms } }, word, text) =>
      `1:M ${day} ${month} ${year} ${clock}.${ms} ${word} ${text}`,
  },
  Android: {
    levels: { fatal: 'F', error: 'E', warning: 'W', info: 'I', debug: 'D', trace: 'V' },
    line: ({ local: { number, day, clock, ms } }, word, text) =>
      `${number}-${day} ${clock}.${ms}  1204  1217 ${word} PumpTag: ${text}`,
  },
}

const texts = [
  'pump 7 is idle',
  'read 12 values from /dev/ttyS1',
  'connected to 10.4.0.12:5432',
  'no answer after 30s, trying again',
  'order 4711 was stored',
  'the queue has 3 entries',
  'closing the valve',
  'GET /pumps/7 took 12 ms',
  'user nour signed in',
  'loaded 42 of 50 rules',
  'temperature is 21.5',
  'backup from 2025-01-01 is complete',
  'listening on :8080',
  'déjà vu – zwölf Pumpen',
  'rejected value 1234567890',
]

const cases = Object.entries(formats).flatMap(([name, { levels, line, ms = 1 }], at) => {
  const kinds = Object.entries(levels) as [Level, string][]
  return texts.map((text, index) => {
    // Within the last months, at all times of day.
    const raw = now - (at * texts.length + index + 1) * 7_654_321
    const time = Math.floor(raw / ms) * ms
    const [level, word] = kinds.length > 0 ? (kinds[index % kinds.length] ?? ['other', '']) : (['other', ''] as const)
    return { name, text: line(partsOf(time), word, text), time, level }
  })
})

test(`finds time and level of ${cases.length} lines in ${Object.keys(formats).length} formats`, () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  const wrong = cases.flatMap(({ name, text, time, level }) => {
    const parsed = parseLogLine(text, now)
    const found = { time: parsed.time, level: readLogLevel(parsed.labels ?? {}, stripAnsi(parsed.message)) }
    return found.time === time && found.level === level ? [] : [{ name, text, time, level, found }]
  })
  expect(wrong).toEqual([])
})

const utc = (text: string) => Date.parse(text)

test.each<[string, number | undefined, Level]>([
  ['Fri, 27 Nov 2026 21:27:41 GMT worker started', utc('2026-11-27T21:27:41Z'), 'other'],
  ['Fri Nov 27 21:27:41 CET 2026 cron: done', utc('2026-11-27T20:27:41Z'), 'other'],
  ['Nov 27, 2026 9:27:41 PM org.example.Depot start', utc('2026-11-27T21:27:41'), 'other'],
  ['11/27/2026 12:05:00 AM Information 1000 Service started', utc('2026-11-27T00:05:00'), 'other'],
  ['27.11.2026 21:27:41 Fehler', utc('2026-11-27T21:27:41'), 'other'],
  ['*Nov 27 2026 21:27:41.120: %LINK-3-UPDOWN: Interface down', utc('2026-11-27T21:27:41.120'), 'other'],
  ['20261127T212741Z ERROR sensor', utc('2026-11-27T21:27:41Z'), 'error'],
  ['I20261127 21:27:41.339000 7 pump.cc:12] ready', utc('2026-11-27T21:27:41.339'), 'info'],
  ['2026-11-27T21:27:41.339Z stdout F [warning] from a container', utc('2026-11-27T21:27:41.339Z'), 'warning'],
  ['web-1  | 2026-11-27T21:27:41Z INFO from compose', utc('2026-11-27T21:27:41Z'), 'info'],
  ['ERROR 2026-11-27 21:27:41,339 views 7 140 Internal', utc('2026-11-27T21:27:41.339'), 'error'],
  ['INFO  [main] 2026-11-27 21:27:41,339 Node.java:1 - joining', utc('2026-11-27T21:27:41.339'), 'info'],
  ['E, [2026-11-27T21:27:41.339 #12] ERROR -- : boom', utc('2026-11-27T21:27:41.339'), 'error'],
  ['[2026-11-27 21:27:41.339][1][warning][config] bad cluster', utc('2026-11-27T21:27:41.339'), 'warning'],
  ['[2026-11-27T21:27:41,339][WARN ][o.e.c.r] [node-1] slow', utc('2026-11-27T21:27:41.339'), 'warning'],
  ['2026-11-27T21:27:41.339+0000 E NETWORK  [conn7] reset', utc('2026-11-27T21:27:41.339Z'), 'error'],
  ['2026-11-27T21:27:41.339Z 0 [Warning] [MY-010068] CA', utc('2026-11-27T21:27:41.339Z'), 'warning'],
  ['2026-11-27 21:27:41 +0000 UTC m=+0.01 tick', utc('2026-11-27T21:27:41Z'), 'other'],
  ['type=AVC msg=audit(1795814870.123:456): avc: denied', 1795814870123, 'other'],
  ['1795814870.5 TCP_MISS/200 512 GET http://x', 1795814870500, 'other'],
  ['\u001b[2m2026-11-27T21:27:41Z\u001b[0m \u001b[31mERROR\u001b[0m db', utc('2026-11-27T21:27:41Z'), 'error'],
  ['{"timestamp":1795814870.5,"level":3,"short_message":"of GELF","host":"a"}', 1795814870500, 'error'],
  ['{"PRIORITY":"4","__REALTIME_TIMESTAMP":"1795814870123456","MESSAGE":"of the journal"}', 1795814870123, 'warning'],
  [
    '{"instant":{"epochSecond":1795814870,"nanoOfSecond":5000000},"level":"WARN","message":"x"}',
    1795814870005,
    'warning',
  ],
  ['{"t":{"$date":"2026-11-27T21:27:41.339+00:00"},"s":"W","msg":"x"}', utc('2026-11-27T21:27:41.339Z'), 'warning'],
  ['{"@t":"2026-11-27T21:27:41Z","@mt":"without a level"}', utc('2026-11-27T21:27:41Z'), 'info'],
  [
    '{"asctime":"2026-11-27 21:27:41,339","levelname":"CRITICAL","message":"x"}',
    utc('2026-11-27T21:27:41.339'),
    'fatal',
  ],
  ['level=warn ts=1795814870.123 msg=x', 1795814870123, 'warning'],
  ['Error: connect ECONNREFUSED 10.0.0.1:5432', undefined, 'error'],
  ['TypeError: x is not a function', undefined, 'error'],
  ['java.lang.IllegalStateException: closed', undefined, 'error'],
  ['Exception in thread "main" java.lang.RuntimeException', undefined, 'error'],
  ['Traceback (most recent call last):', undefined, 'error'],
  ['fail: Depot.Pump[0]', undefined, 'error'],
  ['warn: Depot.Pump[0]', undefined, 'warning'],
  ['crit: Depot.Pump[0]', undefined, 'fatal'],
  ['dbug: Depot.Pump[0]', undefined, 'debug'],
  ['info: Depot.Pump[0]', undefined, 'info'],
  ['fatal error: all goroutines are asleep', undefined, 'fatal'],
  ['npm ERR! code ELIFECYCLE', undefined, 'error'],
  ['WARNING:root:low pressure', undefined, 'warning'],
  ['##[error]Process completed with exit code 1.', undefined, 'error'],
  ['[ERROR] plugin/errors: 2 pumps.example.', undefined, 'error'],
  ['21:27:41.339 [warn] a time without a date', undefined, 'warning'],
  ['[  12.345678] usb 1-1: new device', undefined, 'other'],
  ['restored the backup of 2026-01-01 00:00:00', undefined, 'other'],
  ['order 1795814870123 is late', undefined, 'other'],
  ['took t=5 of 10', undefined, 'other'],
  ['2026-02-30T10:00:00Z is no day', undefined, 'other'],
  ['2026-13-01 10:00:00 is no month', undefined, 'other'],
  ['the errors are gone, no warning left', undefined, 'other'],
  ['Terror: a film', undefined, 'other'],
  ['{"message":"without a time","level":"error"}', undefined, 'error'],
])('%s', (text, time, level) => {
  const parsed = parseLogLine(text, now)
  expect([parsed.time, readLogLevel(parsed.labels ?? {}, stripAnsi(parsed.message))]).toEqual([time, level])
})

test('shows the text of a line of Docker, without its line end and its JSON', () => {
  const line =
    '{"log":"hello from a container\\r\\n","stream":"stdout","time":"2026-11-27T21:27:49.339Z","attrs":{"a":"b"}}'
  expect(parseLogLine(line, now)).toEqual({
    time: utc('2026-11-27T21:27:49.339Z'),
    message: 'hello from a container',
    labels: { stream: 'stdout' },
  })
})

test('reads time, text and level from the members that a backend names', () => {
  const fields = { timestamp: ['meta', 'at'], message: ['text'], level: ['meta', 'sev'] }
  const json = '{"meta":{"at":1795814870,"sev":"E"},"text":"pump stopped","time":"2020-01-01T00:00:00Z"}'
  expect(parseLogLine(json, now, fields)).toMatchObject({ time: 1795814870000, labels: { level: 'E' } })
  expect(readLogLevel({ level: 'E' }, '')).toBe('error')
  const dotted = '{"meta.at":"2026-11-27T21:27:41Z","text":"dotted"}'
  expect(parseLogLine(dotted, now, fields)).toMatchObject({ time: utc('2026-11-27T21:27:41Z'), message: 'dotted' })
  const pairs = 'when=2026-11-27T21:27:41Z grade=warn say="pump \\"7\\" stopped" time=2020-01-01T00:00:00Z'
  expect(parseLogLine(pairs, now, { timestamp: ['when'], message: ['say'], level: ['grade'] })).toEqual({
    time: utc('2026-11-27T21:27:41Z'),
    message: 'pump "7" stopped',
    labels: { level: 'warn' },
  })
  // A missing member is not replaced by another one.
  expect(parseLogLine('{"time":"2020-01-01T00:00:00Z","text":"x"}', now, fields).time).toBeUndefined()
})

test('parses lines without a time quickly, whatever they are', () => {
  const hostile = [
    '['.repeat(5000),
    '[a] '.repeat(2000),
    'a '.repeat(5000),
    '<1>'.repeat(2000),
    'x='.repeat(3000),
    `${'A'.repeat(60)} `.repeat(100),
    '{"a":'.repeat(5000),
    '(("'.repeat(3000),
    '\u001b[0m'.repeat(2000),
  ]
  const started = performance.now()
  for (let round = 0; round < 500; round++)
    for (const text of hostile) {
      parseLogLine(text, now)
      readLogLevel({}, text)
    }
  expect(performance.now() - started).toBeLessThan(2000)
})
