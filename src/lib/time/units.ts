const names = {
  s: ['second', 's', 'sec', 'secs'],
  m: ['minute', 'm', 'min', 'mins'],
  h: ['hour', 'h', 'hr', 'hrs'],
  d: ['day', 'd'],
  w: ['week', 'w', 'wk', 'wks'],
  M: ['month', 'M', 'mo', 'mon', 'mos'],
  y: ['year', 'y', 'yr', 'yrs'],
} as const
type Unit = keyof typeof names

/** A duration in one unit. `M` is the only unit with another meaning in lower case. */
type DurationStep = { amount: number; unit: Unit }

/** Parses `5m`, `2 hours`, `6M`, `1mo`, and `hour` as one hour. */
export function parseStep(text: string): DurationStep | undefined {
  const [, digits, word = ''] = /^(\d{1,6})?\s*([a-z]+)$/i.exec(text.trim()) ?? []
  const unit = unitOf(word)
  // Without a number, only the complete word counts, because `mon` usually means Monday.
  if (!unit || (digits === undefined && word.toLowerCase() !== names[unit][0])) return undefined
  const amount = Number(digits ?? 1)
  return amount > 0 ? { amount, unit } : undefined
}

export const formatStep = ({ amount, unit }: DurationStep) => `${amount}${unit}`

/** `Last 5 minutes`, `Next 2 hours`, `Last hour`. Date math with several steps is returned unchanged. */
export function describeRelative(range: string): string {
  const [, sign, written = ''] = /^now([+-])(\d+(?:mo|[smhdwMy]))$/.exec(range) ?? []
  const step = parseStep(written)
  if (!step) return range
  return `${sign === '-' ? 'Last' : 'Next'} ${describeStep(step)}`
}

/** `5 minutes`; the number one is omitted: `hour`. */
function describeStep({ amount, unit }: DurationStep): string {
  if (amount === 1) return names[unit][0]
  // The lists of ranges are created while their module loads, when the slow first use of Intl would delay the page.
  const digits = amount < 1000 ? String(amount) : amount.toLocaleString('en')
  return `${digits} ${names[unit][0]}s`
}

function unitOf(word: string): Unit | undefined {
  if (word === 'M') return 'M'
  const lower = word.toLowerCase()
  const found = Object.entries(names).find(
    ([, spellings]) => (spellings as readonly string[]).includes(lower) || lower === `${spellings[0]}s`
  )
  return found?.[0] as Unit | undefined
}
