import type { EntityType } from '../language/schema.ts';
import { type Permutation, permutation } from './random.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const femaleNames = words(`Ada Alma Amira Anouk Astrid Beatriz Bruna Carla Celeste Chiara Dalia Daphne Edith Elena
  Elif Esme Farah Fiona Freya Gloria Greta Hana Helga Ida Ines Irma Ivana Jana Jasmin Juna Kaia Karin Lada Leila Livia
  Lucia Mara Marit Milena Mira Nadia Nina Noor Olga Paula Petra Rania Rosa Runa Sabine Selma Signe Sofia Tamar Tilda Ulla
  Vera Wanda Yara Zora`);
const maleNames = words(`Adem Albin Amos Anton Arne Basil Bjorn Bruno Carlo Casper Cyrus Darius Dario Edgar Emil Enzo
  Farid Felix Fritz Gaston Goran Hamid Hugo Igor Ilias Isak Ivo Jonas Jorge Kamil Karl Kenji Lars Leon Lorenz Lucas Malik
  Marco Matti Milan Nestor Nils Omar Oskar Otto Pablo Pavel Rafael Remo Rolf Samir Sven Tariq Theo Tomas Ugo Viktor Walter
  Yusuf Zeno`);
const surnameStarts = words(`Ab Bel Bran Cal Cor Dal Der Eld Fal Fen Gar Gol Hal Har Il Jar Kel Kor Lan Lor Mal Mor Nor
  Or Par Quil Rad Ros Sal Ser Tal Tor Ul Val Ver Wes Yor Zan`);
const surnameMiddles = words('a e i o u an en in on ar er or al el il ba da ka ma ra');
const surnameEnds = words(
  'bach beck dal dran feld gren holm kin lund man mont ner rell rick sen shaw son stad thal vik vin wick wood zak',
);
const wordStarts = words(`Alt Ar Bor Cre Dun El Fir Gal Hel Ith Jun Kas Lum Mer Nav Ol Pel Quan Rin Sol Tal Ur Ves Wil
  Xan Yel Zen Bri Cla Dro Fle Gri Plo Ska Tre Vor`);
const wordMiddles = words(`a e i o u ala ana ara ati eli ena era ico ida ila ima ino ira iso ona ora osa uma una ura ave
  eno oli uri eta`);
const wordEnds = words(
  'bar con dex dor gon lan lix mar max nex nor pho ran rix ser tan tek tis tor tra van vex xis zon',
);
const cityStarts = words(`Ash Birk Black Bright Clear Cold Deep East Elm Fair Fox Glen Gold Green Grey Hawk High Holl
  Iron Kings Lake Long Maple Mill Moor New North Oak Old Pine Red River Rock Salt Sand Silver South Stone Swan West
  Winter`);
const cityMiddles = words(`a e i o ing en er al am ar as el em es il in ir is ol om on or os ul um un ur us and ell end
  est ill ind ock old`);
const cityEnds = words(
  'bridge burg bury dale field ford gate ham haven hill mouth port side stead ton vale ville worth',
);
const countryStarts = words(`Ab Al Am An Ar Bal Bar Bel Cal Car Cor Dal Dor El Er Fal Gal Gar Hal Il Jor Kal Kar Lan Lor
  Mal Mar Mor Nal Nor Or Pal Per Qar Ral Sal Ser Tal Tor Val`);
const countryMiddles = words('a ad ag al am an ar at av e el em en er et i il in ir o');
const countryEnds = words('bia dora land mark nia stan');
const adjectives = words(`Amber Ancient Blue Borrowed Bright Broken Burning Crimson Crooked Distant Drifting Early Empty
  Endless Fading Fallen Final First Forgotten Frozen Gentle Gilded Golden Hidden Hollow Humble Idle Ivory Last Lonely
  Lost Lucky Midnight Narrow Northern Open Pale Patient Quiet Restless Roaming Scarlet Secret Seventh Shallow Silent
  Simple Sleeping Southern Stolen Sunken Tender Twisted Velvet Wandering Western White Wild Winter Yellow`);
const nouns = words(`Anchor Archive Autumn Balcony Bell Border Bridge Candle Carnival Castle Chapel Circle Clock Compass
  Corridor Curtain Doorway Echo Engine Evening Feather Festival Garden Glacier Harbor Harvest Horizon Island Journey
  Kingdom Ladder Lantern Letter Lighthouse Machine Market Meadow Mirror Mountain Orchard Palace Passage Piano Pilgrim
  Promise Quarry Railway River Riddle Signal Station Stranger Summer Tower Train Valley Voyage Whistle Window Witness`);
const filmTails = words(`- Ashes Birch Clay Copper Dust Ember Fog Glass Hail Iron Jade Lead Marble Moss Oak Pearl Rain
  Salt Smoke Snow Stone Straw Tin`);
const bookStarts = [
  'Letters to the',
  'Notes on the',
  'Songs for the',
  'Beyond the',
  'Under the',
  'Leaving the',
  'Finding the',
  'Beside the',
];
const industries = words(`Aerospace Analytics Biotech Ceramics Chemicals Dynamics Electric Energy Foods Foundry Freight
  Instruments Logistics Materials Media Optics Pictures Publishing Robotics Systems`);
const clubEnds = words(
  'Albion Athletic Borough Dynamo Harriers Olympic Rangers Rovers Sporting Union United Wanderers',
);
const greek = words('- Atlas Beacon Cascade Delta Falcon Granite Halo');

/** Reads a number as mixed-radix digits, one into each list. */
const digits = (value: number, ...lists: readonly (readonly string[])[]): string[] => {
  let rest = value;
  return lists.map((list) => {
    const digit = rest % list.length;
    rest = (rest - digit) / list.length;
    return list[digit]!;
  });
};

const size = (...lists: readonly (readonly unknown[])[]): number => lists.reduce((n, list) => n * list.length, 1);
const numbers = Array.from({ length: 90 }, (_, i) => String(100 + i * 10));
const firstNames = [...femaleNames, ...maleNames];
const titled = (text: string): string => text[0] + text.slice(1).toLowerCase();

/** How the name of each type is read off a number below `space`; different numbers give different names. */
const makers: Record<EntityType, { space: number; make: (value: number) => string }> = {
  person: {
    space: size(firstNames, surnameStarts, surnameMiddles, surnameEnds),
    make: (v) => {
      const [first, a, b, c] = digits(v, firstNames, surnameStarts, surnameMiddles, surnameEnds);
      return `${first} ${a}${b}${c}`;
    },
  },
  film: {
    space: size(adjectives, nouns, filmTails),
    make: (v) => {
      const [adjective, noun, tail] = digits(v, adjectives, nouns, filmTails);
      return tail === '-' ? `The ${adjective} ${noun}` : `The ${adjective} ${noun} of ${tail}`;
    },
  },
  book: {
    space: size(bookStarts, adjectives, nouns),
    make: (v) => digits(v, bookStarts, adjectives, nouns).join(' '),
  },
  company: {
    space: size(wordStarts, wordMiddles, wordEnds, industries),
    make: (v) => {
      const [a, b, c, industry] = digits(v, wordStarts, wordMiddles, wordEnds, industries);
      return `${a}${b}${c} ${industry}`;
    },
  },
  city: {
    space: size(cityStarts, cityMiddles, cityEnds),
    make: (v) => titled(digits(v, cityStarts, cityMiddles, cityEnds).join('')),
  },
  country: {
    space: size(countryStarts, countryMiddles, countryEnds),
    make: (v) => digits(v, countryStarts, countryMiddles, countryEnds).join(''),
  },
  university: {
    space: size(wordStarts, wordMiddles, wordEnds),
    make: (v) => `${digits(v, wordStarts, wordMiddles, wordEnds).join('')} University`,
  },
  club: {
    space: size(wordStarts, wordMiddles, wordEnds, clubEnds),
    make: (v) => {
      const [a, b, c, end] = digits(v, wordStarts, wordMiddles, wordEnds, clubEnds);
      return `${a}${b}${c} ${end}`;
    },
  },
  product: {
    space: size(wordStarts, wordMiddles, wordEnds, numbers),
    make: (v) => {
      const [a, b, c, number] = digits(v, wordStarts, wordMiddles, wordEnds, numbers);
      return `${a}${b}${c} ${number}`;
    },
  },
  project: {
    space: size(wordStarts, wordMiddles, wordEnds, greek),
    make: (v) => {
      const [a, b, c, tail] = digits(v, wordStarts, wordMiddles, wordEnds, greek);
      return tail === '-' ? `Project ${a}${b}${c}` : `Project ${a}${b}${c} ${tail}`;
    },
  },
};

/** Names of one world: `name(type, i)` differs for every i of a type. */
export const namesOf = (seed: number): ((type: EntityType, index: number) => string) => {
  const permutations = new Map<EntityType, Permutation>();
  return (type, index) => {
    let order = permutations.get(type);
    if (!order) {
      order = permutation(seed ^ makers[type].space, makers[type].space);
      permutations.set(type, order);
    }
    return makers[type].make(order.at(index));
  };
};

const female = new Set(femaleNames);

/** `she` or `he`, from the first name. */
export const pronounOf = (personName: string): 'she' | 'he' =>
  female.has(personName.slice(0, personName.indexOf(' '))) ? 'she' : 'he';

/** An invented word, for stadiums, currencies and languages. */
export const coin = (h: number): string =>
  digits(h % size(wordStarts, wordMiddles, wordEnds), wordStarts, wordMiddles, wordEnds).join('');
