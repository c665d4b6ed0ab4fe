import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { type Call, type Target, commandTitle } from '../../commands/command'
import { type CallPlan, callTargets } from '../../commands/prepare'
import { formatCount } from '@/shared/format'
import { Button } from '../../ui/button'
import { useAbortable } from '../../ui/hooks'
import { useIsFreshPress } from '../../ui/use-fresh-press'
import css from './palette.module.css'

type Props = {
  plan: Extract<CallPlan, { step: 'confirm' }>
  onCancel: () => void
  onRun: (call: Call) => void
}

/** The number of names listed: enough to notice a mistake. */
const NAMED = 5
/** Above this count, a command without undo requires the user to type the number. */
const COUNTED = 25

/** Shows the effect, the targets and a button with the verb. Without undo, Cancel has focus, so Enter runs nothing. */
export function Confirm({ plan, onCancel, onRun }: Props) {
  const { command, call, known } = plan
  const box = useRef<HTMLFormElement>(null)
  const isFresh = useIsFreshPress(box)
  const [typed, setTyped] = useState('')
  const targets = callTargets(command, known)
  const canUndo = command.undo === 'inverse'
  const isCounted = targets.length > COUNTED && !canUndo
  const isTyped = !isCounted || typed.trim() === String(targets.length)
  const verb = command.verb?.(known) ?? commandTitle(command, known)
  const run = () => {
    if (isTyped && isFresh()) onRun(call)
  }
  return (
    <form
      ref={box}
      className={css.confirm}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <Heading level={2} slot="title" className={css.confirmTitle ?? ''}>
        {confirmTitle(plan)}
      </Heading>
      <p id={CONFIRM_TEXT}>{command.preview?.(known)}</p>
      {command.consequences && <Consequences command={command} known={known} />}
      <Names targets={targets} />
      {isCounted && (
        <label className={css.count}>
          <span>
            Type <b>{targets.length}</b> to confirm
          </span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      <div className={css.confirmActions}>
        <Button onPress={onCancel} autoFocus={!canUndo}>
          {verb.startsWith('Cancel') ? 'Go back' : 'Cancel'}
        </Button>
        <Button
          tone="primary"
          onPress={run}
          autoFocus={canUndo}
          refusal={isTyped ? undefined : `Type ${targets.length} first: this cannot be undone.`}
        >
          {verb}
        </Button>
      </div>
    </form>
  )
}

export const confirmTitle = ({ command, known }: Props['plan']): string =>
  command.confirmTitle?.(known) ?? commandTitle(command, known)

/** The id of the effect, which describes the dialog. Only one confirmation is open at a time. */
export const CONFIRM_TEXT = 'confirm-text'

/** Further effects, which are loaded while the confirmation is shown. */
function Consequences({ command, known }: Pick<Props['plan'], 'command' | 'known'>) {
  const client = useQueryClient()
  const [found, setFound] = useState<readonly string[] | 'failed'>()
  useAbortable(async (signal) => {
    const read = async () => (await command.consequences?.(known, (query) => client.fetchQuery(query))) ?? []
    const sentences = await read().catch(() => 'failed' as const)
    if (!signal.aborted) setFound(sentences)
  })
  return (
    <div role="status" className={css.consequences}>
      {found === undefined ? (
        <p>Checking what uses it…</p>
      ) : found === 'failed' ? (
        <p>Could not check what uses it.</p>
      ) : (
        found.length > 0 && (
          <ul>
            {found.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )
      )}
    </div>
  )
}

/** The preview already contains a single name. */
function Names({ targets }: { targets: readonly Target[] }) {
  if (targets.length < 2) return null
  const rest = targets.length - NAMED
  return (
    <ul className={css.names} aria-label={formatCount(targets.length, 'resource')}>
      {targets.slice(0, NAMED).map(({ kind, id, label }) => (
        <li key={`${kind}:${id}`}>
          <bdi>{label}</bdi>
        </li>
      ))}
      {rest > 0 && <li>and {rest.toLocaleString('en')} more</li>}
    </ul>
  )
}
