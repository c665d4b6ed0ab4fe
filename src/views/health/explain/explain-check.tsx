import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkDetails } from '../../../api/check-detail'
import { type Draft, type Explanation, explanations, type Step } from '../../../api/explanations'
import type { Target } from '../../../commands/command'
import { may } from '../../../lib/access'
import { asSentence, formatCount, formatDuration } from '../../../lib/format'
import { failureMessage } from '../../../lib/outcome'
import { Button } from '../../../ui/button'
import { CopyBlock } from '../../../ui/copy-block'
import { Dialog } from '../../../ui/dialog'
import { StatusShape } from '../../../ui/status'
import { Time } from '../../../ui/time'
import { say } from '../../../ui/voice'
import { CommandButton } from '../../shell/commands/command-button'
import { Place } from '../../shell/commands/place'
import { useConsole } from '../../shell/console'
import type { CommandDialogProps } from '../../shell/forms/command-dialog'
import { QueryState } from '../../shell/query/query-state'
import { DraftEditor, draftOf } from './draft-editor'
import css from './explain-check.module.css'

/** Runs a check once and shows what was asked, what came back and what decided; also with changes that nobody saves. */
export function ExplainCheck({ known, onClose }: CommandDialogProps) {
  const [check] = known['check'] as readonly Target<'check'>[]
  const { environment } = useConsole()
  const id = check?.id ?? ''
  const label = check?.label ?? 'check'
  const [asked, setAsked] = useState<{ of: string | Draft; attempt: number }>({ of: id, attempt: 1 })
  const [isChanging, setChanging] = useState(false)
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState('')
  const own = useQuery(checkDetails.byId(id))
  const { type = '', spec, deleted_at: deletedAt } = own.data ?? {}
  const told = useQuery({ ...explanations.of(asked.of, asked.attempt), enabled: !deletedAt })
  const submit = async () => {
    try {
      const of = isChanging && text !== undefined ? await draftOf(type, text) : id
      setProblem('')
      setAsked({ of, attempt: asked.attempt + 1 })
    } catch (error) {
      const sentence = `Not run. ${failureMessage(error)}`
      setProblem(sentence)
      say(sentence)
    }
  }
  const place = {
    scope: 'form',
    handlers: { 'form.submit': () => void submit(), 'form.cancel': () => void onClose() },
  } as const
  return (
    <Dialog
      title={`Explain ${label}`}
      description="Run once, beside its schedule. Nothing of it is stored."
      size="large"
      actions={
        !deletedAt && (
          <Place {...place} className={css.actions}>
            {spec && !isChanging && may(environment, 'canaries', 'write') && (
              <Button onPress={() => setChanging(true)}>Change and try</Button>
            )}
            <CommandButton call="form.submit" tone="primary" label={isChanging ? 'Run once' : 'Run again'} />
          </Place>
        )
      }
      onClose={() => void onClose()}
    >
      <Place {...place} className={css.body}>
        {isChanging && spec && <DraftEditor name={label} spec={spec} text={text} onText={setText} />}
        {problem !== '' && <p className={css.problem}>{problem}</p>}
        {deletedAt ? (
          <p>
            This check was deleted <Time at={deletedAt} as="ago" />. It does not run any more.
          </p>
        ) : (
          <QueryState query={told} what="the explanation" as="pane">
            {(found) => <Told {...found} isDraft={typeof asked.of !== 'string'} />}
          </QueryState>
        )}
      </Place>
    </Dialog>
  )
}

const verdicts = {
  passed: { health: 'healthy', words: 'Passed' },
  failed: { health: 'unhealthy', words: 'Failed' },
  invalid: { health: 'unhealthy', words: 'Cannot be run' },
  notRun: { health: 'unknown', words: 'Not run' },
} as const

function Told({ outcome, rules, steps, dropped, isDraft }: Explanation & { isDraft: boolean }) {
  const { health, words } = verdicts[outcome.kind]
  const message = outcome.error ?? outcome.message
  const took = outcome.durationMs === undefined ? '' : ` in ${formatDuration(outcome.durationMs)}`
  const sentence = asSentence(`${words}${took}${message ? `: ${message}` : ''}`)
  useEffect(() => say(sentence), [sentence])
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
