import type { RefObject } from 'react'
import { type CheckDetail, endpointOf } from '../../../api/check-detail'
import { LOCAL_AGENT } from '../../../lib/origin'
import { StatusShape } from '../../../ui/status'
import { Tags } from '../../../ui/tags'
import { CommandButton } from '../../shell/command-button'
import { CommandMenu } from '../../shell/command-menu'
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
  isFull: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** What it is called, what it is, where it looks and who runs it. */
export function Header({ id, name, check, detail, isFull, heading }: Props) {
  const labels = { ...detail?.labels, ...check?.labels }
  const known = check ?? detail
  const agent = detail?.agents
  return (
    <header className={css.header}>
      <div className={css.head}>
        {known && <StatusShape health={known.status} size={12} />}
        {known && (
          <span className={css.icon}>
            <CheckIcon icon={detail?.icon} type={known.type} />
          </span>
        )}
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          <bdi>{name}</bdi>
        </h2>
        {known && <CommandMenu for={{ kind: 'check', id, label: name }} />}
        <CommandButton
          call="detail.expand"
          tone="bare"
          label={isFull ? 'Show beside the list' : 'Show in full size'}
          icon={isFull ? icons.collapse : icons.expand}
        />
        <CommandButton call="detail.back" tone="bare" label="Close detail" icon={icons.close} />
      </div>
      {known && (
        <dl className={css.about}>
          <About name="Status" value={known.status} isHidden />
          <About name="Type" value={known.type} />
          <About name="Namespace" value={known.namespace} />
          <About name="Endpoint" value={detail && endpointOf(detail)} isCode />
          <About name="Agent" value={agent && agent.id !== LOCAL_AGENT ? agent.name : agent && 'local'} />
        </dl>
      )}
      {(detail?.description ?? check?.description) && (
        <p className={css.description}>{detail?.description ?? check?.description}</p>
      )}
      <Tags label="Labels" tags={labels} />
    </header>
  )
}

type AboutProps = { name: string; value: string | null | undefined; isCode?: boolean; isHidden?: boolean }

/** Names are for ears: side by side, each value says what it is. */
const About = ({ name, value, isCode = false, isHidden = false }: AboutProps) =>
  value ? (
    <div className={isHidden ? 'visually-hidden' : css.item}>
      <dt className={css.name}>{name}</dt>
      <dd className={isCode ? css.code : undefined}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  ) : null
