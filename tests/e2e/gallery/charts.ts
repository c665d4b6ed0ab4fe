import { type Check, facts, has, hasInOrder, hides, reads } from '../../helpers/facts'

/** The figure is named by a summary, its cursor and the button of its table by the title. */
const chart =
  (title: string, summary: RegExp, more?: Check): Check =>
  async (state, page) => {
    const figure = await has(state, 'figure', summary)
    await has(figure, 'button', new RegExp(`: ${title}$`))
    await has(figure, 'slider', title, {
      roledescription: /./,
      valuemin: 1,
      valuemax: /^[1-9]\d*$/,
      valuenow: /^[1-9]\d*$/,
      valuetext: /\d/,
    })
    await more?.(figure, page)
  }

/** A chart without data shows a note and has no cursor. */
const empty =
  (title: string, summary: RegExp): Check =>
  async (state) => {
    const figure = await has(state, 'figure', summary)
    await has(figure, 'slider', undefined, { count: 0 })
    await has(figure, 'button', new RegExp(`: ${title}$`))
    await reads(figure, /^No /)
  }

const legend =
  (names: readonly RegExp[]): Check =>
  async (figure) => {
    await has(figure, 'list', 'Legend')
    const items = figure.getByRole('listitem')
    await has(figure, 'listitem', undefined, { count: names.length })
    for (const [at, name] of names.entries()) await reads(items.nth(at), name)
  }

const LATENCY = 'Latency of payments-api'
const latency = (summary: RegExp, more?: Check) => chart(LATENCY, summary, more)
const severities = legend([/low/, /medium/, /high/, /critical/])

export default facts({
  'Lines: 300 points': latency(/^Latency of payments-api over the last hour: median .*, highest .* at \d\d:\d\d$/),
  'Lines: three series': chart(
    'Latency by service',
    /: payments-api median .*; checkout median .*; ledger.* median/,
    legend([/payments-api/, /checkout/, /ledger/])
  ),
  'Lines: gaps': latency(/, 2 gaps$/),
  'Lines: a threshold': latency(/, \d+ above limit 400/),
  'Lines: events': async (state, page) => {
    await latency(/, 4 events: payments-api 2\.14\.0 deployed at .*Incident opened/, async (figure) => {
      const events = await has(figure, 'toolbar', /Latency of payments-api$/)
      await hasInOrder(events, 'button', [
        /^payments-api 2\.14\.0 deployed, /,
        /^2 events, .* to /,
        /^Config changed, /,
      ])
    })(state, page)
  },
  'Lines: runs that failed': latency(/, \d+ of \d+ runs failed, from .* to /),
  'Lines: 1,000 points': latency(/over the last 3 hours: median/),
  'Lines: empty': empty(LATENCY, /: no data$/),
  'Lines: one point': latency(/: one value, .* at /),
  'Lines: all zero': latency(/: always 0/),
  'Lines: huge values': latency(/: median \d+y/),
  'Lines: little room': latency(/, 2 gaps$/),
  'Strip: some failed': chart('Runs', /^Runs: 50 runs, \d+ failed, \d+ not run, longest passed run /),
  'Strip: all failed': chart('Runs', /^Runs: 50 runs, 50 failed$/),
  'Strip: 1,000 runs': chart('Runs', /^Runs: 1,000 runs, 11 failed/),
  'Strip: empty': empty('Runs', /^Runs: no runs$/),
  'Histogram: 300 values': chart(
    'How long runs took',
    /: 300 runs, most often \(\d+\) from .* to .*, median .*, highest /
  ),
  'Histogram: all equal': chart('How long runs took', /: 3 runs, all 120/),
  'Histogram: empty': empty('How long runs took', /: no data$/),
  'Stack: a day': chart(
    'Changes by severity',
    /: 160 changes, \d+ low, .* and \d+ critical, most from .* to /,
    severities
  ),
  'Stack: lanes': chart('Changes by severity', /: 160 changes, \d+ low, .* and \d+ critical/, severities),
  'Stack: empty': empty('Changes by severity', /: no changes$/),
  // Only the text beside a sparkline is read.
  Sparkline: async (state) => {
    await reads(state, /^40 values 1 value 0 values 3 values$/)
    await has(state, 'img', undefined, { count: 0 })
  },
  Loading: async (state) => {
    await has(state, 'figure', /^Latency of payments-api: /, { busy: true })
    await hides(state, /slider/)
  },
  'Could not be loaded': async (state) => {
    const figure = await has(state, 'figure', /^Latency of payments-api: /, { busy: false })
    await has(figure, 'button', /./)
    await reads(figure, /could not be loaded/)
  },
  'Ten charts': async (page) => {
    const titles = Array.from({ length: 10 }, (_, at) => `Latency of service ${at + 1}`)
    await hasInOrder(
      page,
      'figure',
      titles.map((title) => new RegExp(`^${title} over the last hour: median `))
    )
    await hasInOrder(page, 'slider', titles)
  },
})
