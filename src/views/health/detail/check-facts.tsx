import { type CheckDetail, safeCheckEndpoint } from '@/api/health/check-detail'
import { LOCAL_AGENT, readOrigin } from '@/lib/settings/origin'
import { PageLink } from '@/ui/page-link'
import { Tags } from '@/ui/tags'
import type { HealthRow } from '../order'
import css from './about.module.css'

type Props = {
  /** The check from the list, and from its own request; either can be missing or load later. */
  check: HealthRow | undefined
  detail: CheckDetail | undefined
  /** False if the deployment has no other pages to link to. */
  isLinked: boolean
}

/** Facts about a check: type, target, agent, origin, labels. */
export function CheckFacts({ check, detail, isLinked }: Props) {
  const known = check ?? detail
  const agent = detail?.agents
  const origin = detail && readOrigin(detail)
  const description = detail?.description || check?.description
  if (!known) return null
  return (
    <div className={css.about}>
      {description && <p className={css.description}>{description}</p>}
      <dl className={css.facts}>
        <Fact name="Status" value={known.status} isHidden />
        <Fact name="Type" value={known.type} />
        <Fact name="Namespace" value={known.namespace} />
        <Fact name="Endpoint" value={detail && safeCheckEndpoint(detail)} isCode />
        <Fact name="Agent" value={agent && (agent.id === LOCAL_AGENT ? 'local' : agent.name)} />
        {origin && <Fact name="Defined by" value={origin.name} href={isLinked ? origin.path : undefined} />}
      </dl>
      <Tags label="Labels" tags={{ ...detail?.labels, ...check?.labels }} />
    </div>
  )
}

type FactProps = {
  name: string
  value: string | null | undefined
  href?: string | undefined
  isCode?: boolean
  isHidden?: boolean
}

const Fact = ({ name, value, href, isCode = false, isHidden = false }: FactProps) =>
  value ? (
    <div className={isHidden ? 'visually-hidden' : css.fact}>
      <dt className={css.name}>{name}</dt>
      <dd className={isCode ? css.code : undefined}>
        {href === undefined ? (
          <bdi>{value}</bdi>
        ) : (
          <PageLink href={href} className={css.link}>
            <bdi>{value}</bdi>
          </PageLink>
        )}
      </dd>
    </div>
  ) : null
