import { type FormEvent, useEffect, useId, useState } from 'react'
import { takePresses } from '../../keymap/capture'
import { caps, isMac, spoken } from '../../keymap/display'
import { parseTypedKeys, writtenPress } from '../../keymap/written'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { say } from '../../ui/voice'
import css from './keys.module.css'

/** A pause of this length ends a sequence. */
const REST_MS = 1500
const PRESSES_AT_MOST = 5
const NO_KEY = 'This is no key. Write letters as they are, chords with +, sequences with spaces.'

type Props = { onKeys: (keys: string) => void }

/** Records a key or a sequence, which can also be typed as text. */
export function Recorder({ onKeys }: Props) {
  const [presses, setPresses] = useState<readonly string[]>()
  const isRecording = presses !== undefined
  useEffect(() => {
    if (!presses) return undefined
    const end = () => {
      setPresses(undefined)
      if (presses.length > 0) onKeys(presses.join(' '))
    }
    const rest = presses.length === 0 ? undefined : setTimeout(end, REST_MS)
    const release = takePresses((readings, { key, repeat }) => {
      if (repeat) return true
      const isBare = readings[0] === key
      if (isBare && key === 'Escape') {
        setPresses(undefined)
        say('Recording cancelled.')
      } else if (isBare && key === 'Enter') end()
      else if (key === 'Tab') {
        end()
        return false
      } else setPresses([...presses, writtenPress(readings, isMac)].slice(0, PRESSES_AT_MOST))
      return true
    })
    return () => {
      clearTimeout(rest)
      release()
    }
  }, [presses, onKeys])
  return (
    <div className={css.recorder}>
      <Button
        autoFocus
        isPressed={isRecording}
        description="Enter or a rest ends it, Escape cancels"
        onPress={() => {
          setPresses(isRecording ? undefined : [])
          if (!isRecording) say('Press the keys. Enter or a rest ends it, Escape cancels.')
        }}
      >
        {isRecording ? 'Recording…' : 'Record keys'}
      </Button>
      {isRecording && (
        <span className={css.recorded}>
          {presses.length === 0 ? 'Press the keys; Enter or a rest ends it, Escape cancels.' : <Shown keys={presses} />}
        </span>
      )}
      {!isRecording && <Written onKeys={onKeys} />}
    </div>
  )
}

function Shown({ keys }: { keys: readonly string[] }) {
  const written = keys.join(' ')
  return (
    <>
      <span className="visually-hidden">{spoken(written)}</span>
      <Kbd caps={caps(written)} />
    </>
  )
}

function Written({ onKeys }: Props) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  function add(event: FormEvent) {
    event.preventDefault()
    const keys = parseTypedKeys(text, isMac)
    setWrong(keys === undefined)
    if (keys === undefined) return say(NO_KEY, { urgent: true })
    setText('')
    onKeys(keys)
  }
  return (
    <form className={css.written} onSubmit={add}>
      <label>
        or type them
        <input
          value={text}
          placeholder="g h, Ctrl+K, F9"
          aria-invalid={isWrong || undefined}
          aria-errormessage={isWrong ? id : undefined}
          onChange={({ target }) => setText(target.value)}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <button type="submit" className={css.submit}>
        Add
      </button>
      {isWrong && (
        <p id={id} className={css.wrong}>
          {NO_KEY}
        </p>
      )}
    </form>
  )
}
