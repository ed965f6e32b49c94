import { existsSync } from 'node:fs';
import path from 'node:path';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { type FailedItem, failure, type Item } from '../item.ts';
import { type ExportedRecord, saidBy } from './record-shapes/shape.ts';
import { recordItem } from './records.ts';
import { xmlElements } from './xml-elements.ts';

interface Post {
  id: string;
  title: string;
  body: string;
  owner: string;
  created: string;
  updated: string;
  tags: string[];
  accepted: string;
}

/** Maximum characters of questions and answers, which are in memory until the last answer of a question is read. */
const MAX_CHARACTERS = 300_000_000;

/**
 * Reads a dump of Stack Exchange (`Posts.xml`). Each question is a page with its answers, the accepted one first. Names of people
 * are taken from `Users.xml` beside it, if it is there.
 *
 * @param id the dump's id; the id of a question is `DUMP/NUMBER`
 */
export async function* readPostsDump(file: string, id: string): AsyncGenerator<Item> {
  try {
    const { questions, answers, tooLarge } = await postsOf(file);
    if (tooLarge > 0)
      yield failure(
        undefined,
        file,
        'INPUT_TOO_LARGE',
        `${tooLarge} of its posts are too large.`,
        'The others are read.',
      );
    const people = new Map<string, string>();
    yield* readPeople(path.join(path.dirname(file), 'Users.xml'), people);
    for (const question of questions) {
      const record = recordOf(question, answers.get(question.id) ?? [], people);
      yield recordItem(record, `${file} (${question.id})`, id);
    }
    if (questions.length === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The dump holds no question.', 'Download it again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const postsOf = async (
  file: string,
): Promise<{ questions: Post[]; answers: Map<string, Post[]>; tooLarge: number }> => {
  const questions: Post[] = [];
  const answers = new Map<string, Post[]>();
  let characters = 0;
  let tooLarge = 0;
  for await (const { element } of xmlElements(file, ['row'])) {
    if (element === undefined) {
      tooLarge++;
      continue;
    }
    const { Id = '', PostTypeId, ParentId = '', DeletionDate, ...of } = element.attribs;
    // 1: a question. 2: an answer. The others are descriptions of tags and notices of the site.
    if ((PostTypeId !== '1' && PostTypeId !== '2') || DeletionDate) continue;
    const post = {
      id: Id,
      title: of.Title ?? '',
      body: of.Body ?? '',
      owner: of.OwnerUserId ?? of.OwnerDisplayName ?? '',
      created: of.CreationDate ?? '',
      updated: of.LastActivityDate ?? of.CreationDate ?? '',
      tags: (of.Tags ?? '').split(/[<>|]+/).filter(Boolean),
      accepted: of.AcceptedAnswerId ?? '',
    };
    characters += post.body.length + post.title.length;
    if (characters > MAX_CHARACTERS)
      throw new ParleyError('INPUT_TOO_LARGE', {
        message: `The dump holds more than ${MAX_CHARACTERS / 1e6} million characters of questions and answers.`,
        remedy: 'Ingest the dump of a smaller site.',
      });
    if (PostTypeId === '1') questions.push(post);
    else {
      const some = answers.get(ParentId) ?? [];
      some.push(post);
      answers.set(ParentId, some);
    }
  }
  return { questions, answers, tooLarge };
};

/** Adds the names of a list of accounts by their numbers. Yields why a list that is there cannot be read. */
async function* readPeople(list: string, people: Map<string, string>): AsyncGenerator<FailedItem> {
  if (!existsSync(list)) return;
  try {
    for await (const { element } of xmlElements(list, ['row']))
      people.set(element?.attribs.Id ?? '', element?.attribs.DisplayName ?? '');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, list, code, message, remedy);
  }
}

const recordOf = (question: Post, answers: readonly Post[], people: ReadonlyMap<string, string>): ExportedRecord => {
  const nameOf = ({ owner }: Post): string => people.get(owner) || (/^-?\d*$/.test(owner) ? '' : owner);
  const isAccepted = ({ id }: Post): boolean => id === question.accepted;
  const inOrder = answers.toSorted((a, b) => Number(isAccepted(b)) - Number(isAccepted(a)));
  return {
    id: question.id,
    title: question.title,
    parts: [
      { html: `${question.body}${question.tags.length > 0 ? `<p>Tags: ${question.tags.join(', ')}</p>` : ''}` },
      ...inOrder.map((one) => {
        const what = isAccepted(one) ? 'Accepted answer' : 'Answer';
        const name = nameOf(one);
        return { about: saidBy(name === '' ? what : `${what} by ${name}`, one.created), html: one.body };
      }),
    ],
    updated: question.updated,
    author: nameOf(question) || undefined,
  };
};
