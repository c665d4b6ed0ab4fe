import type { Contradiction } from '@/lib/incidents/hypotheses'
import css from './incident.module.css'

/** Lists contradictions between hypotheses and evidence; renders nothing if there are none. */
export const Contradictions = ({ of }: { of: readonly Contradiction[] }) =>
  of.length > 0 && (
    <ul className={css.contradictions} aria-label="Contradictions">
      {of.map(({ what }) => (
        <li key={what}>{what}</li>
      ))}
    </ul>
  )
