import { z } from 'zod/mini'
import { defineDetailAddress } from '../shared/list/detail/detail-address'
import { defineUrlState } from '../shared/url-state/url-state'

/** The notification that is open next to the list. */
export const notificationAddress = defineDetailAddress('id', ['message', 'event'])

export const notificationViews = ['history', 'resources'] as const
export type NotificationView = (typeof notificationViews)[number]

/** Whether notifications are listed one by one or counted by resource. */
export const notificationViewUrl = defineUrlState({ view: z._default(z.enum(notificationViews), 'history') })
