// The explicit Runge-Kutta pair of orders 5 and 4 of Bogacki and Shampine, "An efficient Runge-Kutta (4,5) pair",
// Computers and Mathematics with Applications 32(6), 1996, with the continuous extension of RKSUITE: a polynomial of
// degree 6, continuous with its derivative, whose local error is uniformly O(h^6), like that of the step. Therefore a
// delayed argument that is read from this extension costs no order (Bellen and Zennaro, "Numerical Methods for Delay
// Differential Equations", 2003, theorem 6.1.2).
//
// The eighth stage is the derivative at the end of the step and is also the first stage of the next step. Stages 9 to
// 11 are needed only for the extension: a step that is rejected, or whose extension comes from the steps before it
// (three_steps.hpp), never computes them.
#pragma once

namespace aqm::fluid {

struct BogackiShampine {
  static constexpr int kOrder = 5;
  static constexpr int kStages = 8;  ///< of the step; the last is the first of the next step
  static constexpr int kDense = 11;  ///< with those of the continuous extension
  static constexpr int kDegree = 6;  ///< of the continuous extension

  static constexpr double kNodes[kDense] = {0, 1. / 6, 2. / 9, 3. / 7, 2. / 3, 3. / 4, 1, 1, 1. / 2, 5. / 6, 1. / 9};

  static constexpr double kWeights[kDense][kDense - 1] = {
      {},
      {1. / 6},
      {2. / 27, 4. / 27},
      {183. / 1372, -162. / 343, 1053. / 1372},
      {68. / 297, -4. / 11, 42. / 143, 1960. / 3861},
      {597. / 22528, 81. / 352, 63099. / 585728, 58653. / 366080, 4617. / 20480},
      {174197. / 959244, -30942. / 79937, 8152137. / 19744439, 666106. / 1039181, -29421. / 29068, 482048. / 414219},
      {587. / 8064, 0, 4440339. / 15491840, 24353. / 124800, 387. / 44800, 2152. / 5985, 7267. / 94080},
      {455. / 6144, 0, 10256301. / 35409920, 2307361. / 17971200, -387. / 102400, 73. / 5130, -7267. / 215040, 1. / 32},
      {-837888343715. / 13176988637184, 30409415. / 52955362, -48321525963. / 759168069632,
       8530738453321. / 197654829557760, 1361640523001. / 1626788720640, -13143060689. / 38604458898,
       18700221969. / 379584034816, -5831595. / 847285792, -5183640. / 26477681},
      {98719073263. / 1551965184000, 1307. / 123552, 4632066559387. / 70181753241600, 7828594302389. / 382182512025600,
       40763687. / 11070259200, 34872732407. / 224610586200, -2561897. / 30105600, 1. / 10, -1. / 10,
       -1403317093. / 11371610250},
  };

  /// The weights of order 5 minus those of order 4: h times their sum estimates the local error.
  static constexpr double kError[kStages] = {-3817. / 1959552,         0,
                                             140181. / 15491840,       -4224731. / 272937600,
                                             8557. / 403200,           -57928. / 4363065,
                                             -23930231. / 4366535040., 3293. / 556956};

  /// Row i, column d: the coefficient of s^d in the weight of stage i at t + s h.
  static constexpr double kExtension[kDense][kDegree + 1] = {
      {0, 1, -3547880131. / 437837400, 35856435071. / 1313512200, -2722545893. / 59875200, 12923488183. / 350269920,
       -12134338393. / 1050809760},
      {},
      {0, 0, -1046723109. / 304608304, 4323308999. / 152304152, -27096444225. / 374902528, 65150312289. / 870309440,
       -33197340367. / 1218433216},
      {0, 0, -55058055073. / 41469456600, 3249645975331. / 248816739600, -201150852119. / 5671036800,
       6343174409579. / 165877826400, -284800997201. / 19905339168},
      {0, 0, -1772261. / 10810800, 3586937. / 4054050, -2903933. / 1478400, 85695583. / 43243200, -540919. / 741312},
      {0, 0, 2449079168. / 623918295, -9134977024. / 267393555, 413114104. / 5332635, -41174140576. / 623918295,
       7157998304. / 374350977},
      {0, 0, -7267. / 3920, 792103. / 47040, -1329861. / 31360, 94471. / 2240, -138073. / 9408},
      {0, 0, 37. / 16, -1349. / 64, 3435. / 64, -3479. / 64, 1245. / 64},
      {0, 0, 0, -7. / 3, 23, -39, 55. / 3},
      {0, 0, -423642896. / 126351225, 11411880511. / 379053675, -26477681. / 359975, 1774004627. / 25270245,
       -1774004627. / 75810735},
      {0, 0, 12, -59, 117, -105, 35},
  };
};

}  // namespace aqm::fluid
