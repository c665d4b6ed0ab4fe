import { useEffect, useMemo, useState } from 'react'
import { formatCall } from '../../commands/call'
import { commands } from '../../commands/every-command'
import { titleOfCall } from '../../commands/registry'
import { caps, isMac, spoken } from '../../keymap/display'
import {
  allLines,
  resolveConflict,
  conflictingLines,
  newFaults,
  type OwnLine,
  describeFinding,
} from '../../keymap/edit'
import { whereLabel } from '../../keymap/lines'
import { type Changes, sameKeys } from '../../keymap/preferences'
import { formatNames } from '../../lib/format'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { say } from '../../ui/voice'
import css from './keys.module.css'
import { judging } from './preview'
import { Recorder } from './recorder'

type Props = {
  line: OwnLine
  set: Changes
  /** Keys proposed by the command that opened the page. */
  wanted: readonly string[] | undefined
  /** Runs a written call that changes the keyboard. */
  onChange: (call: string) => void
  onBack: () => void
}

/** The keys of one line of the key table. They are checked before they can be saved. */
export function LinePage({ line, set, wanted, onChange, onBack }: Props) {
  const [keys, setKeys] = useState<readonly string[]>(wanted ?? line.keys)
  const isSame = sameKeys(keys, line.keys)
  const faults = useMemo(
    () => (isSame ? [] : newFaults(set, { [line.name]: keys }, judging)),
    [isSame, set, line.name, keys]
  )
  const others = conflictingLines(line.name, faults)
  const sentences = [...new Set(faults.map((found) => describeFinding(found, line.name, isMac)))]
  const spokenFaults = sentences.join(' ')
  useEffect(() => {
    if (spokenFaults !== '') say(spokenFaults)
  }, [spokenFaults])
  const add = (one: string) => setKeys((all) => [...all.filter((other) => other !== one), one])

  function save(how?: 'remove' | 'swap') {
    if (sameKeys(keys, line.shipped) && !how) return onChange(call('keys.reset', { command: line.name }))
    const lines = allLines(
      set,
      commands.map(({ id }) => id)
    )
    const giving = lines.filter(({ name }) => others?.includes(name))
    const { [line.name]: own, ...rest } = how ? resolveConflict(line, keys, giving, how, isMac) : { [line.name]: keys }
    const also = Object.fromEntries(
      Object.entries(rest).map(([name, left]) => {
        const shipped = lines.find((one) => one.name === name)?.shipped ?? []
        return [name, sameKeys(left, shipped) ? null : left]
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
      <h3 className={css.subtitle}>{titleOfCall(line.call)}</h3>
      <p className={css.quiet}>{whereLabel(line)}</p>
      {keys.length === 0 && <p className={css.quiet}>No key.</p>}
      <ul className={css.keys} aria-label="Keys">
        {keys.map((one) => (
          <li key={one}>
            <span className="visually-hidden">{spoken(one)}</span>
            <Kbd caps={caps(one)} />
            <Button tone="bare" label={`Remove ${spoken(one)}`} onPress={() => setKeys(keys.filter((k) => k !== one))}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {line.fixed.length > 0 && (
        <p className={css.quiet}>Always: {line.fixed.map((one) => spoken(one)).join(', ')}. The widget does it.</p>
      )}
      <Recorder onKeys={add} />
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
      <div className={css.actions}>
        {faults.length === 0 && (
          <Button tone="primary" refusal={isSame ? 'Nothing is changed' : undefined} onPress={() => save()}>
            Save
          </Button>
        )}
        {others && others.length > 0 && (
          <>
            {line.keys.some((one) => !keys.includes(one)) && others.length === 1 && (
              <Button onPress={() => save('swap')}>Swap with {titles(others)}</Button>
            )}
            <Button onPress={() => save('remove')}>Take from {titles(others)}</Button>
          </>
        )}
        {!sameKeys(keys, line.shipped) && <Button onPress={() => setKeys(line.shipped)}>As shipped</Button>}
        <Button tone="bare" onPress={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

const call = (id: string, args: Record<string, string>) => formatCall({ id, args })

const titles = (names: readonly string[]) => formatNames(names.map((name) => titleOfCall(name.split(' ')[0] ?? '')))
