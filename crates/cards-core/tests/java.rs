//! `cards_core::java` against values that OpenJDK 17 printed.
#![cfg(feature = "java")]

use cards_core::java::{JavaRandom, shuffle};
use rand_core::Rng;

/// What a `java.util.Random` returned, call after call, for one seed.
struct Printed {
    seed: i64,
    ints: [i32; 3],
    /// `nextInt(bound)` for each of `BOUNDS`.
    below: [i32; 9],
    longs: [i64; 2],
    booleans: [bool; 8],
    doubles: [f64; 2],
    bytes: [i8; 6],
    /// 0..=12, shuffled.
    shuffled: [u8; 13],
    last: i32,
}

const BOUNDS: [i32; 9] = [
    1,
    2,
    10,
    64,
    1000,
    1 << 30,
    (1 << 30) + 1,
    i32::MAX,
    1_500_000_000,
];

const T: bool = true;
const F: bool = false;

const PRINTED: [Printed; 4] = [
    Printed {
        seed: 0,
        ints: [-1155484576, -723955400, 1033096058],
        below: [0, 1, 3, 35, 761, 641609359, 715581077, 542832677, 827187473],
        longs: [-7138230367502298321, -316923953663567096],
        booleans: [F, T, F, F, F, F, F, F],
        doubles: [0.7051747444754559, 0.0013866804054343262],
        bytes: [95, -113, 92, 2, 67, -100],
        shuffled: [12, 11, 1, 7, 6, 4, 0, 3, 9, 2, 10, 5, 8],
        last: -568315836,
    },
    Printed {
        seed: 42,
        ints: [-1170105035, 234785527, -1360544799],
        below: [
            0, 0, 5, 17, 918, 714627759, 196118093, 1939977182, 969067502,
        ],
        longs: [6802844026563419272, 5086654115216342560],
        booleans: [F, T, T, T, T, F, F, F],
        doubles: [0.7499061812554475, 0.38656687435934867],
        bytes: [22, -83, 104, 45, -116, 71],
        shuffled: [11, 4, 7, 6, 3, 10, 9, 8, 2, 5, 1, 0, 12],
        last: -1842367650,
    },
    Printed {
        seed: -1,
        ints: [1155099827, 1887904451, 52699159],
        below: [
            0, 1, 8, 26, 478, 887088882, 121412731, 1730951808, 665220512,
        ],
        longs: [1047579610836041353, 1519476466405487669],
        booleans: [T, T, T, T, T, F, T, F],
        doubles: [0.6217126300259462, 0.23263624314841125],
        bytes: [-43, -67, 16, 45, 24, 97],
        shuffled: [4, 0, 9, 7, 3, 1, 10, 12, 2, 8, 6, 5, 11],
        last: 341774279,
    },
    Printed {
        seed: 1 << 40,
        ints: [673231968, 1037652280, -225195142],
        below: [
            0, 1, 7, 36, 825, 696135311, 680088502, 1428612757, 953874469,
        ],
        longs: [4583470500116687181, -6836865353212358824],
        booleans: [T, T, T, F, T, T, F, T],
        doubles: [0.4473829044450969, 0.6052693790613551],
        bytes: [8, 35, -9, -88, 95, -113],
        shuffled: [11, 5, 8, 2, 4, 7, 1, 6, 0, 10, 12, 9, 3],
        last: 1371228822,
    },
];

#[test]
fn every_method_returns_what_java_returns() {
    for printed in PRINTED {
        let seed = printed.seed;
        let mut random = JavaRandom::new(seed);
        assert_eq!(
            printed.ints.map(|_| random.next_int()),
            printed.ints,
            "{seed}"
        );
        assert_eq!(
            BOUNDS.map(|bound| random.next_int_below(bound)),
            printed.below,
            "{seed}"
        );
        assert_eq!(
            printed.longs.map(|_| random.next_long()),
            printed.longs,
            "{seed}"
        );
        assert_eq!(
            printed.booleans.map(|_| random.next_boolean()),
            printed.booleans,
            "{seed}"
        );
        assert_eq!(
            printed.doubles.map(|_| random.next_double().to_bits()),
            printed.doubles.map(f64::to_bits),
            "{seed}"
        );
        let mut bytes = [0; 6];
        random.fill_bytes(&mut bytes);
        assert_eq!(bytes.map(u8::cast_signed), printed.bytes, "{seed}");
        let mut list: [u8; 13] = core::array::from_fn(|i| i as u8);
        shuffle(&mut list, &mut random);
        assert_eq!(list, printed.shuffled, "{seed}");
        assert_eq!(random.next_int(), printed.last, "{seed}");
    }
}

/// Java keeps 48 bits of the seed.
#[test]
fn only_the_low_48_bits_of_a_seed_count() {
    assert_eq!(JavaRandom::new(i64::MIN), JavaRandom::new(0));
    assert_eq!(JavaRandom::new((1 << 48) + 5), JavaRandom::new(5));
    assert_ne!(JavaRandom::new(1 << 47), JavaRandom::new(0));
}

/// Half of all draws are rejected with this bound, so the loop is exercised.
#[test]
fn draws_past_the_last_whole_cycle_are_rejected() {
    let mut random = JavaRandom::new(7);
    let printed = [
        20678044, 747989380, 1053566254, 755731200, 259278708, 542588911, 178712961, 234738279,
    ];
    assert_eq!(
        printed.map(|_| random.next_int_below((1 << 30) + 1)),
        printed
    );
    assert_eq!(random.next_int(), -1539251611);
}

#[test]
fn the_generator_trait_returns_ints_and_longs() {
    let mut random = JavaRandom::new(0);
    assert_eq!(random.next_u32(), (-1155484576_i32).cast_unsigned());
    let mut longs = JavaRandom::new(42);
    let mut same = JavaRandom::new(42);
    assert_eq!(longs.next_u64(), same.next_long().cast_unsigned());
}

#[test]
#[should_panic(expected = "the bound must be positive")]
fn a_bound_that_is_not_positive_panics_where_java_throws() {
    let _ = JavaRandom::new(0).next_int_below(0);
}

#[test]
#[should_panic(expected = "Java lists are no longer than this")]
fn a_list_longer_than_javas_panics() {
    let _ = JavaRandom::new(0).next_index(1 << 31);
}

#[test]
fn lists_of_no_and_one_element_use_no_random_number() {
    let mut random = JavaRandom::new(3);
    shuffle::<u8>(&mut [], &mut random);
    shuffle(&mut [1], &mut random);
    assert_eq!(random, JavaRandom::new(3));
}
