export { InvitePerson as default } from './person-forms'
