import type { Explanation, ExplanationStep } from '@/api/health/explanations'
import { asSentence, formatCount, formatDuration } from '@/shared/format'
import { CopyBlock } from '@/ui/copy-block'
import { StatusShape } from '@/ui/status'
import { useAnnouncement } from '@/ui/hooks'
import css from './explain-check.module.css'

const verdicts = {
  passed: { health: 'healthy', words: 'Passed' },
  failed: { health: 'unhealthy', words: 'Failed' },
  invalid: { health: 'unhealthy', words: 'Cannot run' },
  notRun: { health: 'unknown', words: 'Not run' },
} as const

/** The result of a run, its rules with the deciding one, and its requests and responses. */
export function ExplanationView({ outcome, rules, steps, dropped, isDraft }: Explanation & { isDraft: boolean }) {
  const { health, words } = verdicts[outcome.kind]
  const message = outcome.error ?? outcome.message
  const took = outcome.durationMs === undefined ? '' : ` in ${formatDuration(outcome.durationMs)}`
  const sentence = asSentence(`${words}${took}${message ? `: ${message}` : ''}`)
  useAnnouncement(sentence)
  const deciding = rules.find(({ holds }) => !holds)
  return (
    <>
      <p className={css.verdict}>
        <StatusShape health={health} />
        <span>
          {isDraft && 'With your changes: '}
          {sentence}
        </span>
      </p>
      {rules.length > 0 && (
        <section aria-label="Rules">
          <h3 className={css.heading}>Rules</h3>
          <ul className={css.rules}>
            {rules.map((rule) => (
              <li key={rule.member} className={css.rule} data-decided={rule === deciding || undefined}>
                <StatusShape health={rule.holds ? 'healthy' : 'unhealthy'} />
                <code className={css.member}>{rule.member}</code>
                <span>
                  {rule.holds ? '' : 'Failed: '}
                  {rule.says}
                </span>
                {rule === deciding && <span className={css.decided}>deciding rule</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {steps.length > 0 && (
        <section aria-label="Exchange">
          <h3 className={css.heading}>Exchange</h3>
          <ol className={css.steps}>
            {steps.map((step, at) => (
              // Steps have no ids, and their order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} className={css.step}>
                <ExchangeStep {...step} number={at + 1} of={steps.length} />
              </li>
            ))}
          </ol>
          {dropped > 0 && <p className={css.note}>{formatCount(dropped, 'further step')} not shown.</p>}
        </section>
      )}
    </>
  )
}

function ExchangeStep({
  asked,
  answered,
  error,
  durationMs,
  number,
  of,
}: ExplanationStep & { number: number; of: number }) {
  const which = of === 1 ? '' : ` ${number}`
  return (
    <>
      <CopyBlock label={`Request${which}`} code={asked} />
      <CopyBlock
        label={`${error === undefined ? 'Response' : 'Error'}${which} (${formatDuration(durationMs)})`}
        code={error ?? answered ?? ''}
      />
    </>
  )
}
