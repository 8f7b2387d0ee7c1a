/**
 * 512 plain English words of three to six letters that sound different; a pair has 18 bits. The order must
 * not change, because replicas select words by index.
 */
export const BURST_WORDS: readonly string[] = `
  amber anchor angle ankle antler apple apron arch arrow artist atlas attic autumn avenue bacon badge bag baker
  ballet bamboo banana banjo bank barn barrel basil basket bath beach beacon beard beaver bed belt bench bike bird
  bison boat bone bonus book boot booth bottle bowl box branch brass bread breeze brick bridge bright bronze broom
  brown brush bubble bucket bundle bus bush butler butter button cabin cable cactus cake camel camera campus
  candle canoe canvas cap carbon card carol carpet castle cat cave cedar cello cement chain chair chalk chapel
  cheese cherry chess chest chin chorus church cider cinema circle circus city clay cliff clinic clock cloth cloud
  clover coal coast coat cobalt cobra cocoa coffee coin column comb comet cookie copper coral corn corner cotton
  cousin cow crab cradle crane crayon cream crow crown cube cup dahlia dance desk dice dinner dish doctor dog
  dollar donkey door dragon drawer dress drum duck eagle earth easel east eel egg elbow elm empire engine falcon
  family fan farm father fence fern fig film finger fire fish flag flame flask floor flute fog forest fork fox
  frame friend frog fruit galaxy garden garlic giant ginger glass globe glove goat gold goose grape grass green
  guitar hammer hand harbor harp hat hawk helmet hen hill honey hood hook horn hotel house hut ice igloo ink
  island ivory jacket jar jeans jelly jet judge juice jungle jury kettle king kite kitten koala lace ladder lake
  lamp lawn leaf lemon letter lid light lilac lily lime lion lizard llama lobby log lotus lunch magnet mango map
  maple marble market mask meadow melon menu meter milk mint mirror mitten monkey moon moss moth mother motor
  mouse mouth museum music napkin neck needle nest net nickel north novel nurse nut oak oasis ocean office olive
  onion opera orange orbit orchid otter oval oven owl paddle page palace palm panda paper parade park parrot party
  pasta path peach peanut pebble pen pencil pepper person phone photo piano picnic pig pillow pilot pine pink
  pizza planet plank plant plate plum pocket poem polar pond pony pool poppy potato powder puddle pump puppet
  puzzle queen quill quilt rabbit radar radio radish raft raven ribbon rice river robin robot rock rocket roof
  room rope ruby rug ruler saddle salad salmon salt sand satin scarf school screen seal season seed shadow shark
  shed sheep sheet shelf shell ship shirt shop shovel silk silver singer sister skate sketch skirt sky sled sleeve
  snail snow soap sock sofa soup south spark spice spider sponge spoon spring square squash stable stamp star
  statue steam stick stone stool storm stove straw street string sugar summer swan swim switch table taxi teapot
  tempo tennis tent theory thread thumb ticket tiger tile timber toast tomato torch tower town toy track trail
  train tray tree trophy trout truck trunk tulip tunnel turkey turtle tutor uncle valley van vase velvet vest
  video villa violet violin visit voice wagon walnut walrus wasp watch water wax web west wheat willow window wing
  winter wizard wolf wool yard yellow yogurt zebra zero zinc zone
`
  .trim()
  .split(/\s+/);
