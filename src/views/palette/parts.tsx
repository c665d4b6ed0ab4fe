import { Command } from 'cmdk'
import { caps, spoken } from '../../keymap/display'
import { Kbd } from '../../ui/kbd'
import { StatusShape } from '../../ui/status'
import { useConsole } from '../shell/console'
import css from './palette.module.css'
import type { Item } from './sources'

/** An answered step or a narrowed search; pressing it takes it back. */
export function Chip({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button type="button" className={css.chip} tabIndex={-1} onClick={onPress} aria-label={`${children}, go back`}>
      {children}
    </button>
  )
}

export function Row({ item, heading, onChoose }: { item: Item; heading: string | undefined; onChoose: () => void }) {
  const { keys } = useConsole()
  const key = keys.find(({ call, fixed }) => call === item.call && !fixed)
  const description = [item.group, item.hint, key && `Shortcut ${spoken(key.keys)}`, item.refusal]
    .filter(Boolean)
    .join('. ')
  return (
    <>
      {heading && (
        <div className={css.heading} aria-hidden="true">
          {heading}
        </div>
      )}
      <Command.Item
        value={item.id}
        onSelect={onChoose}
        className={css.row ?? ''}
        data-refused={item.refused}
        aria-label={item.health ? `${item.title}, ${item.health}` : item.title}
        aria-description={description}
      >
        <span className={css.sign} aria-hidden="true">
          {item.health && <StatusShape health={item.health} />}
        </span>
        <bdi className={css.title}>{item.title}</bdi>
        <span className={css.hint} aria-hidden="true">
          {item.refusal ?? item.hint ?? item.group}
        </span>
        {key && <Kbd caps={caps(key.keys)} />}
      </Command.Item>
    </>
  )
}

type FootProps = {
  /** What Enter will do, in one sentence. */
  preview: string | undefined
  isStep: boolean
}

export function Foot({ preview, isStep }: FootProps) {
  return (
    <div className={css.foot}>
      <p className={css.preview}>{preview}</p>
      <p className={css.keys} aria-hidden="true">
        <Kbd caps={[['↵']]} /> {isStep ? 'choose' : 'run'}
        <Kbd caps={[['↑'], ['↓']]} /> move
        <Kbd caps={[['Esc']]} /> {isStep ? 'back' : 'close'}
      </p>
    </div>
  )
}
