import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCall } from '@/commands/call'
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
import { announce } from '@/ui/voice'
import css from './keys.module.css'
import { keyValidation } from './import-preview'
import { type RecordingEnd, KeyRecorder } from './key-recorder'

type Props = {
  line: UserLine
  set: KeyChanges
  /** Keys proposed by the command that opened the page. */
  wanted: readonly string[] | undefined
  /** Runs a serialized call that changes the keyboard. */
  onChange: (call: string) => void
  onBack: () => void
}

/** The keys of one line of the key table. The keys are validated before they can be saved. */
export function LinePage({ line, set, wanted, onChange, onBack }: Props) {
  const [kept, setKeys] = useState<readonly string[]>(wanted ?? line.keys)
  const [pressed, setPressed] = useState<string>()
  const keys = useMemo(() => (pressed === undefined ? kept : withKey(kept, pressed)), [kept, pressed])
  const actions = useRef<HTMLDivElement>(null)
  const isSame = isSameKeys(keys, line.keys)
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
  const announcement = [...(pressed === undefined ? [] : [`${formatKeys(pressed)}.`]), ...sentences].join(' ')
  useEffect(() => {
    if (announcement !== '') announce(announcement)
  }, [announcement])

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

  function save(next: readonly string[], how?: 'remove' | 'swap') {
    if (isSameKeys(next, line.shipped) && !how) return onChange(call('keys.reset', { command: line.name }))
    const lines = allLines(
      set,
      allCommands.map(({ id }) => id)
    )
    const giving = lines.filter(({ name }) => others?.includes(name))
    const { [line.name]: own, ...rest } = how ? resolveConflict(line, next, giving, how, isMac) : { [line.name]: next }
    const also = Object.fromEntries(
      Object.entries(rest).map(([name, left]) => {
        const shipped = lines.find((one) => one.name === name)?.shipped ?? []
        return [name, isSameKeys(left, shipped) ? null : left]
      })
    )
    onChange(
      call('keys.change', {
        command: line.name,
        keys: own && own.length > 0 ? own.join(' or ') : 'none',
        ...(how ? { also: JSON.stringify(also) } : {}),
      })
    )
  }

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
        {faults.length === 0 && (
          <Button tone="primary" refusal={isSame ? 'No changes to save' : undefined} onPress={() => save(keys)}>
            Save
          </Button>
        )}
        {others && others.length > 0 && (
          <>
            {line.keys.some((one) => !keys.includes(one)) && others.length === 1 && (
              <Button onPress={() => save(keys, 'swap')}>Swap with {titles(others)}</Button>
            )}
            <Button onPress={() => save(keys, 'remove')}>Take from {titles(others)}</Button>
          </>
        )}
        {!isSameKeys(keys, line.shipped) && <Button onPress={() => setKeys(line.shipped)}>Use default</Button>}
        <Button tone="bare" onPress={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

const withKey = (keys: readonly string[], one: string) => [...keys.filter((other) => other !== one), one]

const call = (id: string, args: Record<string, string>) => formatCall({ id, args })

const titles = (names: readonly string[]) => formatNames(names.map((name) => describeCall(name.split(' ')[0] ?? '')))
