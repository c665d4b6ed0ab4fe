import type { RefObject } from 'react'
import { type AriaLandmarkRole, useLandmark } from 'react-aria/useLandmark'

/** Makes F6, Shift+F6 and Alt+F6 reach a landmark. It renders nothing. */
export default function LandmarkKeys({
  role,
  label,
  landmark,
}: {
  role: AriaLandmarkRole
  label: string
  landmark: RefObject<HTMLElement | null>
}) {
  useLandmark({ role, 'aria-label': label }, landmark)
  return null
}
