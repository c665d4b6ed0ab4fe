import type { RefObject } from 'react'
import { type CheckDetail, endpointOf } from '../../../api/check-detail'
import { LOCAL_AGENT } from '../../../lib/origin'
import { StatusShape } from '../../../ui/status'
import { Tags } from '../../../ui/tags'
import { CommandButton } from '../../shell/commands/command-button'
import { CommandMenu } from '../../shell/commands/command-menu'
import { icons } from '../../shell/icons'
import { CheckIcon } from '../check-icon'
import type { Row } from '../order'
import css from './header.module.css'

type Props = {
  id: string
  name: string
  /** As in the list, and as read by itself: either may be missing, or come later. */
  check: Row | undefined
  detail: CheckDetail | undefined
}

type HeaderProps = Props & { isFull: boolean; heading: RefObject<HTMLHeadingElement | null> }

/** What it is called and how it is; always in sight. */
export function Header({ id, name, check, detail, isFull, heading }: HeaderProps) {
  const known = check ?? detail
  return (
    <header className={css.head}>
      {known && <StatusShape health={known.status} size={12} />}
      {known && (
        <span className={css.icon}>
          <CheckIcon icon={detail?.icon} type={known.type} />
        </span>
      )}
      <h2 ref={heading} tabIndex={-1} className={css.title}>
        <bdi>{name}</bdi>
      </h2>
      {known && !detail?.deleted_at && <CommandMenu for={{ kind: 'check', id, label: name }} />}
      <CommandButton
        call="detail.expand"
        tone="bare"
        label={isFull ? 'Show beside the list' : 'Show in full size'}
        icon={isFull ? icons.collapse : icons.expand}
      />
      <CommandButton call="detail.back" tone="bare" label="Close detail" icon={icons.close} />
    </header>
  )
}

/** What it is, where it looks, who runs it, and how it is labelled. */
export function About({ check, detail }: Pick<Props, 'check' | 'detail'>) {
  const known = check ?? detail
  const agent = detail?.agents
  const description = detail?.description || check?.description
  if (!known) return null
  return (
    <div className={css.about}>
      {description && <p className={css.description}>{description}</p>}
      <dl className={css.facts}>
        <Fact name="Status" value={known.status} isHidden />
        <Fact name="Type" value={known.type} />
        <Fact name="Namespace" value={known.namespace} />
        <Fact name="Endpoint" value={detail && endpointOf(detail)} isCode />
        <Fact name="Agent" value={agent && (agent.id === LOCAL_AGENT ? 'local' : agent.name)} />
      </dl>
      <Tags label="Labels" tags={{ ...detail?.labels, ...check?.labels }} />
    </div>
  )
}

type FactProps = { name: string; value: string | null | undefined; isCode?: boolean; isHidden?: boolean }

const Fact = ({ name, value, isCode = false, isHidden = false }: FactProps) =>
  value ? (
    <div className={isHidden ? 'visually-hidden' : css.fact}>
      <dt className={css.name}>{name}</dt>
      <dd className={isCode ? css.code : undefined}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  ) : null
