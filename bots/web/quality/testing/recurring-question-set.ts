/** Questions that recur, each in three wordings: a full sentence, one in a hurry, and one in words of their own. */
export type RecurringQuestions = readonly (readonly [string, string, string])[];
