import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { callTo } from '@/commands/call-to'
import type { Call } from '@/commands/command'
import { allCommands } from '@/commands/every-command'
import { describeCall } from '@/commands/registry'
import { keyCaps, isMac, formatKeys } from '@/keymap/display'
import {
  allLines,
  resolveConflict,
  conflictingLines,
  findNewErrors,
  type UserLine,
  describeFinding,
} from '@/keymap/edit-keymap'
import { scopeLabel } from '@/keymap/lines'
import { type KeyChanges, isSameKeys } from '@/keymap/preferences'
import { formatNames } from '@/shared/format'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { useAnnouncement } from '@/ui/hooks'
import css from './keys.module.css'
import { keyValidation } from './import-preview'
import { type RecordingEnd, KeyRecorder } from './key-recorder'

type Props = {
  line: UserLine
  set: KeyChanges
  /** Keys proposed by the command that opened the page. */
  wanted: readonly string[] | undefined
  /** Runs a call that changes the keyboard. */
  onChange: (call: Call) => void
  onBack: () => void
}

/** The keys of one line of the key table. The keys are validated before they can be saved. */
export function LinePage({ line, set, wanted, onChange, onBack }: Props) {
  const [kept, setKeys] = useState<readonly string[]>(wanted ?? line.keys)
  const [pressed, setPressed] = useState<string>()
  const keys = useMemo(() => (pressed === undefined ? kept : withKey(kept, pressed)), [kept, pressed])
  const actions = useRef<HTMLDivElement>(null)
  const faultsWith = useCallback(
    (next: readonly string[]) =>
      isSameKeys(next, line.keys) ? [] : findNewErrors(set, { [line.name]: next }, keyValidation),
    [set, line]
  )
  // A sequence that is still being pressed may become longer, and then no longer conflicts as a prefix.
  const faults = useMemo(
    () => faultsWith(keys).filter(({ rule }) => pressed === undefined || rule !== 'prefix'),
    [faultsWith, keys, pressed]
  )
  const others = conflictingLines(line.name, faults)
  const sentences = [...new Set(faults.map((found) => describeFinding(found, line.name, isMac)))]
  useAnnouncement([...(pressed === undefined ? [] : [`${formatKeys(pressed)}.`]), ...sentences].join(' '))

  function add(one: string, by: RecordingEnd) {
    const next = withKey(kept, one)
    const found = faultsWith(next)
    if (by === 'enter' && found.length === 0 && !isSameKeys(next, line.keys)) return save(next)
    flushSync(() => {
      setKeys(next)
      setPressed(undefined)
    })
    // The next Enter saves, or takes the key from the other command. If neither is possible, it records again.
    const isDone = by === 'enter' || by === 'rest'
    if (isDone && conflictingLines(line.name, found)) actions.current?.querySelector('button')?.focus()
  }

  const save = (next: readonly string[], how?: ConflictResolution) =>
    onChange(
      isSameKeys(next, line.shipped) && !how
        ? callTo('keys.reset', { command: line.name })
        : changeCall(line, set, next, how && { how, others: others ?? [] })
    )

  return (
    <div className={css.page}>
      <h3 className={css.subtitle}>{describeCall(line.call)}</h3>
      <p className={css.quiet}>{scopeLabel(line)}</p>
      {keys.length === 0 && <p className={css.quiet}>No key.</p>}
      <ul className={css.keys} aria-label="Keys">
        {keys.map((one) => (
          <li key={one}>
            <span className="visually-hidden">{formatKeys(one)}</span>
            <Kbd caps={keyCaps(one)} />
            <Button
              tone="bare"
              label={`Remove ${formatKeys(one)}`}
              onPress={() => setKeys(kept.filter((k) => k !== one))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {line.fixed.length > 0 && (
        <p className={css.quiet}>
          Fixed: {line.fixed.map((one) => formatKeys(one)).join(', ')}. These keys belong to the control and cannot be
          changed.
        </p>
      )}
      <KeyRecorder isStarted={wanted === undefined} onKeys={add} onPresses={setPressed} />
      {faults.length > 0 && (
        <div className={css.faults}>
          <ul>
            {sentences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          {others === undefined && <p>These keys cannot be used. Choose others.</p>}
        </div>
      )}
      <div ref={actions} className={css.actions}>
        <SaveButtons line={line} keys={keys} hasFaults={faults.length > 0} others={others} onSave={save} />
        {!isSameKeys(keys, line.shipped) && <Button onPress={() => setKeys(line.shipped)}>Use default</Button>}
        <Button tone="bare" onPress={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

/** The change to the other commands that have the same keys. */
type ConflictResolution = 'remove' | 'swap'

type SaveProps = {
  line: UserLine
  keys: readonly string[]
  hasFaults: boolean
  /** The other lines with these keys; undefined if the keys cannot be used at all. */
  others: readonly string[] | undefined
  onSave(keys: readonly string[], how?: ConflictResolution): void
}

/** The ways to save the keys, depending on their conflicts. */
function SaveButtons({ line, keys, hasFaults, others, onSave }: SaveProps) {
  if (!hasFaults)
    return (
      <Button
        tone="primary"
        refusal={isSameKeys(keys, line.keys) ? 'No changes to save' : undefined}
        onPress={() => onSave(keys)}
      >
        Save
      </Button>
    )
  if (!others || others.length === 0) return null
  return (
    <>
      {line.keys.some((one) => !keys.includes(one)) && others.length === 1 && (
        <Button onPress={() => onSave(keys, 'swap')}>Swap with {titles(others)}</Button>
      )}
      <Button onPress={() => onSave(keys, 'remove')}>Take from {titles(others)}</Button>
    </>
  )
}

/** The call that saves the keys of a line, and the changes of the lines that have the same keys. */
function changeCall(
  line: UserLine,
  set: KeyChanges,
  next: readonly string[],
  conflict: { how: ConflictResolution; others: readonly string[] } | undefined
): Call {
  if (!conflict) return callTo('keys.change', { command: line.name, keys: next })
  const lines = allLines(
    set,
    allCommands.map(({ id }) => id)
  )
  const giving = lines.filter(({ name }) => conflict.others.includes(name))
  const { [line.name]: own, ...rest } = resolveConflict(line, next, giving, conflict.how, isMac)
  const also = Object.fromEntries(
    Object.entries(rest).map(([name, left]) => {
      const shipped = lines.find((one) => one.name === name)?.shipped ?? []
      return [name, isSameKeys(left, shipped) ? null : left]
    })
  )
  return callTo('keys.change', { command: line.name, keys: own ?? [], also })
}

const withKey = (keys: readonly string[], one: string) => [...keys.filter((other) => other !== one), one]

const titles = (names: readonly string[]) => formatNames(names.map((name) => describeCall(name.split(' ')[0] ?? '')))
