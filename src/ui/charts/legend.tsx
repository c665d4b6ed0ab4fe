import css from './charts.module.css'
import { ToneSwatch } from './patterns'
import type { ChartTone } from './chart-spec'

type Entry = { name: string } & ({ line: number } | { tone: ChartTone })

export const ChartLegend = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className={css.legend} aria-label="Legend">
    {entries.map((entry) => (
      <li key={entry.name}>
        {'line' in entry ? (
          <svg className={css.sample} width="20" height="10" aria-hidden="true">
            <line className={css.line} data-line={entry.line % 5} x1="1" x2="19" y1="5" y2="5" />
          </svg>
        ) : (
          <ToneSwatch tone={entry.tone} />
        )}
        {entry.name}
      </li>
    ))}
  </ul>
)
