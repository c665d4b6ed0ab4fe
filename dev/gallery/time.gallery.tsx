import { dateFormats } from '@/lib/format-date'
import { Time, TimeDisplayProvider, TimeUntil } from '@/ui/time'
import type { Exhibit } from './exhibit'

const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString()
const ages = [0, 90_000, 26 * 3_600_000, 40 * 86_400_000, 500 * 86_400_000]

const formats = Object.fromEntries(
  dateFormats.map((format) => [
    `Preferred: ${format}`,
    () => (
      <TimeDisplayProvider value={{ format, timeZone: 'Asia/Kolkata' }}>
        {ages.map((age) => (
          <div key={age}>
            <Time at={at(age)} />
          </div>
        ))}
      </TimeDisplayProvider>
    ),
  ])
)

export default {
  title: 'Time',
  states: {
    ...formats,
    'How long ago': () => <Time at={at(90_000)} as="ago" />,
    'Under a heading that says age': () => <Time at={at(90_000)} as="age" />,
    'To come': () => <TimeUntil at={at(-90_000)} />,
    Due: () => <TimeUntil at={at(1000)} />,
    'A backend’s never': () => <Time at="0001-01-01T00:00:00Z" />,
  },
} satisfies Exhibit
