import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Choice, type FindChoices, searchDelays, type SearchPace } from '@/shared/forms/choice'
import { type PartialMention, findMentionAt, writeMention } from '@/lib/incidents/mentions'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import { useSearchAnnouncement, useOptionSearch } from '../popup/use-option-search'
import { isForeignKey, useOptionPopup } from '../popup/use-option-popup'

type Props = ControlledFieldProps<string> & {
  /** Finds people by part of their name, which is the label. */
  find: FindChoices<Choice>
  pace?: Partial<SearchPace>
}

const usual: SearchPace = { shortest: 1, delayMs: searchDelays.select }

/** A text area for mentions: `@` and a letter open a list of the people whose name contains the typed text. */
export function MentionField({ value, onChange, find, pace, onBlur, ...field }: Props) {
  const { area, list, isOpen, onType, onMove, onKeyDown, close } = useMention({ value, find, pace })
  const blur = () => {
    close()
    onBlur?.()
  }
  return (
    <FieldFrame {...field} onBlur={blur}>
      {(wiring) => (
        <div data-scope={isOpen ? 'widget' : undefined}>
          {/* A text area cannot have another role, and its own does not support aria-expanded: aria-controls shows that the list is open. */}
          <textarea
            {...wiring}
            ref={area}
            className={`${css.control} ${css.area}`}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={list.id}
            aria-activedescendant={list.activeId}
            value={value}
            readOnly={field.isReadOnly}
            onChange={({ target }) => {
              onChange(target.value)
              onType(mentionIn(target))
            }}
            onSelect={({ currentTarget }) => onMove(mentionIn(currentTarget))}
            onKeyDown={onKeyDown}
          />
          {list.popup}
        </div>
      )}
    </FieldFrame>
  )
}

type MentionProps = Required<Pick<Props, 'find'>> & { pace: Partial<SearchPace> | undefined; value: string }

/** The list of people for the mention at the caret. */
function useMention({ value, find, pace }: MentionProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  /** The mention being typed, for which the list is open. */
  const [begun, setBegun] = useState<PartialMention>()
  /** A completed or dismissed mention: while it continues, the list stays closed. */
  const closedAt = useRef<PartialMention>(undefined)
  const found = useOptionSearch({
    text: begun?.text,
    find,
    pace: { ...usual, ...pace },
    noun: 'person',
    isByLabel: true,
  })
  const hasPeople = found.is !== 'failed' && found.options.length > 0
  // Text after a space may be the rest of the sentence and not of the name.
  const isOpen = begun !== undefined && (found.options.length > 0 || !hasSpace(begun))
  useSearchAnnouncement(isOpen ? found.announcement : '')

  const leave = (mention: PartialMention | undefined) => {
    closedAt.current = mention
    setBegun(undefined)
  }
  const list = useOptionPopup({
    id,
    label: 'People',
    anchor: area,
    options: found.options,
    status: found.status,
    tone: found.tone,
    isOpen,
    // Without people in the list, Enter starts a new line.
    start: hasPeople ? 0 : -1,
    isSelected: () => false,
    onPick: pick,
    onClose: () => leave(begun),
  })

  function pick(option: Choice) {
    const person = found.resolve(option)
    const box = area.current
    const now = box && mentionIn(box)
    if (!person || !now) return
    leave({ from: now.from, text: person.label })
    const end = now.from + 1 + now.text.length
    box.focus()
    box.setSelectionRange(now.from, end)
    // Inserted like typed text, so that the caret follows and the browser can undo it.
    document.execCommand('insertText', false, writeMention(person.label, value.slice(end)))
  }
  function onType(now: PartialMention | undefined) {
    list.restart()
    if (!now || isSame(closedAt.current, now)) return setBegun(undefined)
    const mayContinue = begun?.from === now.from && (found.is === 'searching' || hasPeople)
    if (hasSpace(now) && !mayContinue) return leave(now)
    closedAt.current = undefined
    setBegun(now)
  }
  function onMove(now: PartialMention | undefined) {
    if (!begun || (now?.from === begun.from && now.text === begun.text)) return
    list.restart()
    setBegun(now?.from === begun.from ? now : undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.shiftKey) return
    if (event.key !== 'Tab' || isForeignKey(event) || !list.active) return list.onKeyDown(event)
    pick(list.active)
    event.preventDefault()
    // A surrounding dialog would move focus.
    event.stopPropagation()
  }
  return { area, list, isOpen, onType, onMove, onKeyDown, close: () => setBegun(undefined) }
}

const mentionIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  selectionStart === selectionEnd ? findMentionAt(value, selectionStart) : undefined

const hasSpace = ({ text }: PartialMention) => /\s/.test(text)

/** Whether `now` is the same mention, possibly with more text. */
const isSame = (before: PartialMention | undefined, now: PartialMention) =>
  before?.from === now.from && now.text.startsWith(before.text)
