import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PlannedImport, planImport } from '@/resources/manifest-plan'
import { formatCount, formatNames } from '@/shared/format'
import { Badge } from '@/ui/badge'
import { useSettled } from '@/ui/use-settled'
import { QueryState } from '../../shared/query/query-state'
import css from './import-plan.module.css'

/** Milliseconds without a change after which the text is read again. */
const PAUSE_MS = 300

/** What the import of a text does with each of its manifests. */
export function ImportPlan({ text }: { text: string }) {
  const settled = useSettled(text, PAUSE_MS)
  return settled.trim() === '' ? null : <Plan text={settled} />
}

function Plan({ text }: { text: string }) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['import plan', text],
    queryFn: () => planImport(text, (one) => client.fetchQuery(one)),
    // The text may contain secrets, and what exists changes.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <section className={css.plan} aria-label="Result of the import">
      <QueryState as="part" query={query} what="the result of the import">
        {(plan) =>
          typeof plan === 'string' ? (
            <p className={css.refusal}>{plan}</p>
          ) : (
            <>
              <p role="status">{summarise(plan)}</p>
              <ul className={css.list}>
                {plan.map((one) => (
                  <li key={one.position} className={css.entry}>
                    <Badge tone={tones[one.is]}>{labels[one.is]}</Badge>
                    <span className={css.title}>{one.title}</span>
                    {describe(one).map((line) => (
                      <span key={line} className={css.note}>
                        {line}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryState>
    </section>
  )
}

const labels = { created: 'Create', changed: 'Change', unchanged: 'No change', skipped: 'Skip' } as const
const tones = { created: 'good', changed: 'accent', unchanged: 'plain', skipped: 'warn' } as const

/** `Creates 2 resources, changes 1, skips 1 document.` */
function summarise(plan: readonly PlannedImport[]): string {
  const count = (is: PlannedImport['is']) => plan.filter((one) => one.is === is).length
  const parts = [
    [count('created'), 'creates', 'resource', ''],
    [count('changed'), 'changes', 'resource', ''],
    [count('unchanged'), 'leaves', 'resource', ' unchanged'],
    [count('skipped'), 'skips', 'document', ''],
  ] as const
  const said = parts
    .filter(([found]) => found > 0)
    .map(([found, verb, noun, end]) => `${verb} ${formatCount(found, noun)}${end}`)
  return said.length === 0 ? 'The text has no manifests.' : `The import ${formatNames(said)}.`
}

const describe = (one: PlannedImport): string[] => [
  ...(one.is === 'changed' ? [one.changes.join(', ')] : []),
  ...(one.is === 'skipped' ? [one.reason] : []),
  ...(one.notes ?? []),
]
