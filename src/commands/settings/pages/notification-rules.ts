import '../../notifications/rules.commands'
