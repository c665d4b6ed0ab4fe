import { useEffect } from 'react'
import type { Explanation, Step } from '../../../api/explanations'
import { asSentence, formatCount, formatDuration } from '../../../lib/format'
import { CopyBlock } from '../../../ui/copy-block'
import { StatusShape } from '../../../ui/status'
import { announce } from '../../../ui/voice'
import css from './explain-check.module.css'

const verdicts = {
  passed: { health: 'healthy', words: 'Passed' },
  failed: { health: 'unhealthy', words: 'Failed' },
  invalid: { health: 'unhealthy', words: 'Cannot be run' },
  notRun: { health: 'unknown', words: 'Not run' },
} as const

/** What came of a run, what decided it, and what was asked. */
export function Told({ outcome, rules, steps, dropped, isDraft }: Explanation & { isDraft: boolean }) {
  const { health, words } = verdicts[outcome.kind]
  const message = outcome.error ?? outcome.message
  const took = outcome.durationMs === undefined ? '' : ` in ${formatDuration(outcome.durationMs)}`
  const sentence = asSentence(`${words}${took}${message ? `: ${message}` : ''}`)
  useEffect(() => announce(sentence), [sentence])
  const decided = rules.find(({ holds }) => !holds)
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
              <li key={rule.member} className={css.rule} data-decided={rule === decided || undefined}>
                <StatusShape health={rule.holds ? 'healthy' : 'unhealthy'} />
                <code className={css.member}>{rule.member}</code>
                <span>
                  {rule.holds ? '' : 'Does not hold: '}
                  {rule.says}
                </span>
                {rule === decided && <span className={css.decided}>decided</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {steps.length > 0 && (
        <section aria-label="What was asked">
          <h3 className={css.heading}>What was asked</h3>
          <ol className={css.steps}>
            {steps.map((step, at) => (
              // Steps have no ids, and their order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} className={css.step}>
                <StepTold {...step} number={at + 1} of={steps.length} />
              </li>
            ))}
          </ol>
          {dropped > 0 && <p className={css.note}>{formatCount(dropped, 'further step')} not shown.</p>}
        </section>
      )}
    </>
  )
}

function StepTold({ asked, answered, error, durationMs, number, of }: Step & { number: number; of: number }) {
  const which = of === 1 ? '' : ` ${number}`
  return (
    <>
      <CopyBlock label={`Asked${which}`} code={asked} />
      <CopyBlock
        label={`${error === undefined ? 'Answered' : 'Failed'}${which}, after ${formatDuration(durationMs)}`}
        code={error ?? answered ?? ''}
      />
    </>
  )
}
